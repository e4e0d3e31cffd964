"""Numbers about customers: what they come to, and what differs."""
