"""Django's PostgreSQL backend, for a site that must not hang when its database does."""
