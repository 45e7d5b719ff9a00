"""Pictures: boards, plots, and pixels from them."""
