class Sum {
  constructor(n) {
    this.n = n
    this.toJSON = () => this.n
  }
}
const add = (a, b) => JSON.parse(JSON.stringify(new Sum(a + b)))
