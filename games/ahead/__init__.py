"""What a player says ahead, before they are asked: standing orders, branches of plans, premoves,
and conditional turns."""
