"""Pages in HTML to look at and to give away: each one is a file that needs nothing else."""
