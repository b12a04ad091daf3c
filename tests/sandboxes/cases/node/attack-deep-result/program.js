const add = () => {
  const answer = `{"id":"0","value":${'['.repeat(100000)}${']'.repeat(100000)}}`
  const frame = Buffer.alloc(4 + answer.length)
  frame.writeUInt32BE(answer.length)
  frame.write(answer, 4)
  require('fs').writeSync(3, frame)
  process.reallyExit(0)
}
