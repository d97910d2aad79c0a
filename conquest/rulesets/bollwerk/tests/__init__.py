"""Tests of Bollwerk's rules, through the judge alone wherever possible."""
