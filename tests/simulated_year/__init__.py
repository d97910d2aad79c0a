"""A year of a site: people of all zones and habits, games of all clocks, and what an
independent reader of the record finds wrong (``python -m tests.simulated_year``)."""
