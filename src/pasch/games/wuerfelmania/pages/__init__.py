"""The pages of Würfelmania: `present` makes models of positions, `table.html` draws them."""
