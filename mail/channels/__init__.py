"""Channels, where people hear of things beside letters: webhooks, and push to their devices."""
