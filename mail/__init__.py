"""Letters and their outbox; knows neither games nor people."""
