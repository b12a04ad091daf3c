"""How close two texts are: facts of one pair, as JSON. Worked out in the text room, judged by kinds of task."""
