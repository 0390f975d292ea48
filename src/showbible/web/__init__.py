"""The server: a JSON API for programs, pages for people, both on the same memories."""
