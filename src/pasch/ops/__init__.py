"""What a host needs to keep a server running: logs, counts, probes, patience with slow clients."""
