const add = () => {
  require('fs').writeSync(3, Buffer.from([255, 255, 255, 255]))
  for (;;) require('fs').writeSync(3, Buffer.alloc(65536))
}
