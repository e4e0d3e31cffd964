"""Speed beside the peers, in one run on one machine: trust the ratios, not the seconds."""
