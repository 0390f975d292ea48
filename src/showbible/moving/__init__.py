"""A studio on its way from a folder to a database and a bucket, or back."""
