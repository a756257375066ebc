"""The pages of ZDWA: `present` makes models of positions, `table.html` draws them."""
