"""A level as one file for Kaggle's ConnectX."""
