const count = (n) => (n === 0 ? 0 : 1 + count(n - 1))
const add = (a, b) => count(5000) - 5000 + a + b
