"""What ComfyUI writes into the pictures it makes, and into its workflows: how they were made."""
