const fs = require('fs')
const add = (a, b) => {
  for (const id of [1, process.ppid]) {
    for (const name of ['mem', 'environ', 'fd/4', 'maps']) {
      let opened = true
      try {
        fs.openSync(`/proc/${id}/${name}`)
      } catch {
        opened = false
      }
      if (opened) process.abort()
    }
  }
  return a + b
}
