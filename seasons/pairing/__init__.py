"""Who plays whom at which seat, and who rises: pure functions of numbers and of given chance."""
