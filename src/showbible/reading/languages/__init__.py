"""What grammar books list of each language: its closed classes of words, and classes of verbs by meaning."""
