"""View models: what a page shows, already counted, cut and placed. The report and the app draw the same ones."""
