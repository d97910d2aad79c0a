"""Program hooks: what happens to a person is posted to addresses of their programs, signed."""
