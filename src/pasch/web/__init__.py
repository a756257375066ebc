"""Pages and live push: handlers read, build a command, call the service and render."""
