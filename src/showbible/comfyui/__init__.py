"""How ComfyUI made a picture, read off the file itself."""
