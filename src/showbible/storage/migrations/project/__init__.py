"""The steps of a project, by number."""
