class Negative extends Error {
  constructor(value) {
    super('negative')
    this.name = 'Negative'
    this.value = value
  }
}
const add = (a, b) => {
  if (b === null) throw 'null'
  if (typeof b !== 'number') throw new TypeError('no number')
  if (b < 0) throw new Negative(b)
  return a + b
}
