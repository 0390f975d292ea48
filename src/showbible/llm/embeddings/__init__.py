"""Text as vectors: near in meaning is near in angle.

The default needs no model to be served: 32,000 word pieces with 256 numbers each, trained by the
wordllama project and shipped inside its wheel. A larger table of the same kind in a folder, or a
server that speaks OpenAI's protocol, can take its place.
"""
