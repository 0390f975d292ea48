"""The runs memory: what a production did, stage by stage, while it happens and afterwards."""
