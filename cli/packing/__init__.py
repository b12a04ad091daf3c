"""A submission ZIP from the output folder of an lm-eval run, without lm-eval: finding its logs, reading them, writing."""
