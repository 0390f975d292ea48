"""Look up what a project has made and what its story knows."""
