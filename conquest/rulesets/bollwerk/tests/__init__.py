"""Bollwerk's rules put to the proof from outside, through the judge alone wherever possible."""
