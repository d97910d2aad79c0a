"""Tests of Espionage."""
