"""Every table, declared once: what belongs to the studio in `workspace`, what belongs to one story in `project`.

On SQLite each is a file of its own; on PostgreSQL all tables share one database, and every table
of a project begins with its `project_id`.
"""
