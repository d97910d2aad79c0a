"""Mail that comes in: doors that store it, and what is known of each mail before it is answered."""
