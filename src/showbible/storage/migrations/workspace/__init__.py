"""The steps of a workspace, by number."""
