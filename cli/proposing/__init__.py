"""From a repository to a benchmark: what `./assay benchmark from-repo` proposes."""
