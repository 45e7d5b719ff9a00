"""What goes out and comes in as data: JSON on the command line, in files and on the web alike."""
