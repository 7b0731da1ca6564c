"""The attacks, a file for each subject. Whatever is listed here and decorated is run."""
