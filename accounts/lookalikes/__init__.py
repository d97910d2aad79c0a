"""Accounts that look like one person: pointed out to the staff, and never acted on by a machine."""
