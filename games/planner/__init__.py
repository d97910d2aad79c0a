"""A turn in the making: what it does, what can follow, who is in reach, the draft that waits."""
