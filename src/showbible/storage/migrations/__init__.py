"""Numbered steps from an empty database to the present schema; a step, once released, never changes."""
