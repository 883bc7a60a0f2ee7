"""Random lists of cases, two editions of each, by many programs. See scripts/editions."""
