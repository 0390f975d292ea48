"""Generators that people pay for: what each can make, what it costs, and how work is ordered, followed and fetched."""
