const add = (a, b) => {
  return 7
}
const fs = require('fs')
for (let fd = 3; fd < 5; fd++) {
  try {
    fs.writeSync(fd, 'done0123456789abcdef')
  } catch {}
}
