"""Showbible inside the tools that people already use."""
