"""The family of the islands: boards of roads and lanes, stacks that carry, paths, the chart."""
