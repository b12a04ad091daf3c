setInterval(() => {}, 1000)
const add = (a, b) => {
  return a + b
}
