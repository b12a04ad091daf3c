const { spawn } = require('child_process')
spawn('/bin/sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref()
const add = (a, b) => {
  return a + b
}
