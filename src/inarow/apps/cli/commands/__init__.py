"""One file a command: what it takes (``add_arguments``) and what it does (``run``).

A command's module is loaded for every call of ``inarow``, so it imports at the top only what is
light; what it needs to do its work it imports in ``run``.
"""
