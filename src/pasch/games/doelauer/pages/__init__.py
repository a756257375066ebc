"""The pages of Dölauer: `present` makes models of positions, `table.html` draws them."""
