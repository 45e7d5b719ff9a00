"""One file per command: what it takes (``add_arguments``) and what it does (``run``).

A command's module is loaded only when the command is called. What a command may not need is
imported where it is used: extras that may be missing, and the terminal's screens.
"""
