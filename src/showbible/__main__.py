"""`python -m showbible` is `showbible`."""

from showbible.cli.entry import main

main()
