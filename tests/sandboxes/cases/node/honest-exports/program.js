const util = require('util')
const add = (a, b) => {
  return a + b
}
module.exports = { add }
exports.add = add
if (require.main === module) console.log(util.inspect(add(1, 2)))
