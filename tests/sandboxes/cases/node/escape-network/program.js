const add = (a, b) => a + b
for (const host of ['192.0.2.1', '127.0.0.1']) {
  require('net').connect(80, host, () => process.abort()).on('error', () => {})
}
