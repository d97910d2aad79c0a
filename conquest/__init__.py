"""The rules of slow board games as a library: frozen states, pure functions, no clock."""
