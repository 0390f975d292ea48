"""One adapter for each service, on its maker's own library; none is imported before somebody hires it."""
