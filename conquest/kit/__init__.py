"""Shared parts of the rules that know no rule set."""
