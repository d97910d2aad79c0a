"""Lessons and missions: how a person learns a game without one."""
