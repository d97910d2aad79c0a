"""What a program may ask for and do, a module for each subject."""
