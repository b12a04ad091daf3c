const { writeSync } = require('fs')

const add = () => {
  const body = Buffer.from(JSON.stringify({ compile: '1'.repeat(1 << 20) }))
  const frame = Buffer.concat([Buffer.alloc(4), body])
  frame.writeUInt32BE(body.length)
  for (let sent = 0; sent < frame.length;) sent += writeSync(3, frame, sent)
  for (;;);
}
