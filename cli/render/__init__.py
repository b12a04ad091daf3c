"""What a person sees of a report: the terminal (`table`) and one self-contained page (`html`)."""
