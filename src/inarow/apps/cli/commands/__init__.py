"""One file a command: what it takes (``add_arguments``) and what it does (``run``).

A command's module is loaded for every call of ``inarow``, so it imports at the top only what is
light; ``run`` imports the rest.
"""
