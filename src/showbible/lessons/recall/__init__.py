"""Look up what productions taught: records, patterns, combinations, preferences, providers, advice."""
