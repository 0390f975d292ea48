"""Other programs are told, safely and once."""
