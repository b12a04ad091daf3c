"""The steps of a job, one file each: parse (with plan), run (with judge), aggregate. Each is safe to run twice."""
