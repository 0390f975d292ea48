"""The books of a production: whose turn it is, which steps are done, and what every paid step became.

A paid step is written down as `intended` before anybody is asked, as `submitted` once the provider
named its work, and settled with its result in one transaction. What a dead process left open is
found here by the next one. Only the holder of the latest turn may write, except that anybody may say
how a paid step ended whose run is over: its lines outlive the run.
"""
