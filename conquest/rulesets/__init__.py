"""One folder for each rule set; the registry finds them."""
