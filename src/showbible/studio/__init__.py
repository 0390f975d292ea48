"""The reference production: it makes a film, and uses the memories as any pipeline would."""
