"""Other programs, told of what happens in the studio at addresses that a person named."""
