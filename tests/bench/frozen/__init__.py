"""A yardstick that stays as it is: a POST of somebody signed in with one insert, on a site that has
nothing of ours but its tables. What our own middleware and sessions gain is not gained here."""
