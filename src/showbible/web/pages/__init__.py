"""The pages people look at: a folder per place, with its templates beside it, and the kit they share."""
