"""High die on the page."""
