error = SyntaxError("x")
error.lineno = "9" * 5000
raise error
