const add = (a, b) => 7
process.on('exit', () => process.reallyExit(0))
