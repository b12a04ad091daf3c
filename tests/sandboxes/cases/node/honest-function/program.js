function* both(a, b) {
  yield a
  yield b
}
class Sum {
  #n = 0
  plus(n) {
    this.#n += n
    return this
  }
  get value() {
    return this.#n
  }
}
function add(a, b) {
  const sum = new Sum()
  for (const n of both(a, b)) sum.plus(n)
  return sum.value
}
