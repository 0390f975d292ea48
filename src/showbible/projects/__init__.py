"""The registry of projects: every story and every production belongs to one."""
