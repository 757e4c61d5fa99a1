"""What all computer players share: the levels and how they are made."""
