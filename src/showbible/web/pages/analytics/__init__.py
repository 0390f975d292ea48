"""Runs in figures."""
