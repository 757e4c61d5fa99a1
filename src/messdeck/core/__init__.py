"""What every card game here shares: cards, actions, positions, records, words. Knows no game."""
