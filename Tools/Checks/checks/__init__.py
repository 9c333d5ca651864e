"""The checks that `make` runs, a module for each; the programs beside the folder are thin."""
