"""Where files are kept: keys, drafts, a bucket of an S3-compatible service, local copies, and uploads that resume."""
