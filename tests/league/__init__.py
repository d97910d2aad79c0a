"""A simulated league: seasons of thousands of people on the real engine, without boards."""
