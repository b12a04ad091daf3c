"""Commands that talk to a running service: submit, status, report, verdicts, cancel, rescore."""
