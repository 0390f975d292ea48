"""The first page: what goes on, what needs a person, how it has gone."""
