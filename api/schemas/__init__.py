"""What programs send and are sent, with a description and an example of each value."""
