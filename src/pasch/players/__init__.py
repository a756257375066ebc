"""Computer players: what they may know goes in, the text of an event comes out."""
