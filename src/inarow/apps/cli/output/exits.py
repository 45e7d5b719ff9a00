"""The statuses that a command ends with, besides 0 for well and 1 for not found out."""

USAGE_ERROR = 2
#: What a shell reports of a program that Ctrl-C ended.
INTERRUPTED = 130
