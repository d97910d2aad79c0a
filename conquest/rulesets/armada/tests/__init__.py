"""Tests of Iron Armada: each rule by its number."""
