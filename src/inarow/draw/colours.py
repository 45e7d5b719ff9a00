"""The colours of everything that is drawn."""

INK = "#1d2433"
PAPER = "#f7f4ec"
PALE = "#ccd3de"
GREY = "#7f8aa0"
SLATE = "#5b6b85"

#: The two sides' pieces; their shapes tell them apart too.
PIECES = ("#d7263d", "#f6c028")
FRAME = "#2456a6"
HOLE = "#e8eef8"
WOOD = "#e9c98b"
GRID = "#8a6a33"
#: What won or is best, what is pointed at, and what was cut off.
BEST = "#11823b"
MARKED = "#7b2cbf"
CUT = "#b3261e"

#: Lines of a plot, told apart by colour-blind people too, and its dashed lines.
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555", "#000000")
DASHED = ("#000000", "#7b2cbf", "#767676")
