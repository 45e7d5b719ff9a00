"""Why a move is good or bad: threats, motifs, reasons and hints."""
