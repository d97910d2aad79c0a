"""Parts that rule sets share, independent of any of them."""
