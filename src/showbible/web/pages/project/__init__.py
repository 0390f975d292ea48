"""Projects, and one project with its assets, entities and story."""
