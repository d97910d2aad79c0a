"""Seasons: divisions of one strength, promotion and relegation, and an end on its day."""
