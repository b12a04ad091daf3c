"""The workshop: takes jobs from parsed submission to stored report. Postgres is the truth, the queue a doorbell."""
