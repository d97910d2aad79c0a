"""Tests of Conquest's rules through the judge alone."""
