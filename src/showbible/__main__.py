"""`python -m showbible` is `showbible`."""

from showbible.cli import main

main()
