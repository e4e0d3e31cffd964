"""The web app and its JSON API over .voxpop files (extra ``serve``)."""
