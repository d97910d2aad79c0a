"""Turns in the making: what can be chosen, by which way, and why not."""
