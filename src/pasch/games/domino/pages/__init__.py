"""The pages of Domino: `present` makes models of positions, `table.html` draws them."""
