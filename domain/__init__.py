"""The pure heart: rules, events and folds. No input or output, no clock, no randomness but what is handed in."""
