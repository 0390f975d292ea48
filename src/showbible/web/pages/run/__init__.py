"""The page of one run, and the page of it that can be shared."""
