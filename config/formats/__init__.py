"""Formats of dates where they differ from Django's."""
