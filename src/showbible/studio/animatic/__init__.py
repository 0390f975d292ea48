"""Moving pictures drawn from words: frames composed in layers, seen by a camera that moves."""
