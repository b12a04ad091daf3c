"""The room in which texts are compared: a child process of the worker, no container. What it runs is our own code and
parsers in C; what it is given may be made to hang or crash those, so it has a limit of CPU time and of memory."""
