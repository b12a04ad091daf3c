"""What a submission is worth. Pure: no clock, network, disk or environment in here."""
