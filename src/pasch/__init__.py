"""Pasch: a self-hosted parlour for dice and domino games."""
