"""Event-sourced games; the only application that talks to the rules."""
