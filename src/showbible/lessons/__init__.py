"""What finished productions teach the next one."""
