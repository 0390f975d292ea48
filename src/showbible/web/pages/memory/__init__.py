"""What was learned across runs: patterns, combinations, providers, history."""
