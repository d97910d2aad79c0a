"""Letters and their outbox; knows neither what they tell nor who reads them."""
