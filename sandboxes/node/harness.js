'use strict'
// Runs the program, then the tests, and proves that the tests came to their end. Whatever it needs afterwards is bound
// before the program runs, because the program may change every object that it can reach.
//
// In the judge of a divided case there is no program here: with the name of the function as argument it runs what stands above
// that in the prompt, and the tests call asking.js.
require('/opt/room/streams.js')
const { closeSync, readSync, writeSync } = require('fs')
const { compiled, furnish } = require('/opt/room/script.js')

const leave = process.reallyExit.bind(process) // without exit handlers
const print = console.error.bind(console)
const later = setImmediate
const [SECRET, SAID] = [3, 4]
let failed = 0
// Taken before the program runs, which then finds nothing on the descriptor.
const secret = new Uint8Array(16)
if (readSync(SECRET, secret, 0, 16, null) !== 16) leave(1)
closeSync(SECRET)

function say(word) {
  writeSync(SAID, word)
  leave(0)
}

// A failed console.assert only prints in Node.js; here it counts. It cannot be replaced, nor `console` be declared anew.
Object.defineProperty(console, 'assert', {
  value: (condition, ...message) => {
    if (!condition) {
      failed++
      print('Assertion failed', ...message)
    }
  },
  writable: false, // said, because a property that exists keeps what is not
  configurable: false,
})
Object.defineProperty(globalThis, 'console', { value: console, writable: false, configurable: false })

// Tests compare by JSON.stringify: neither it nor what it asks all arrays and objects for may change.
Object.freeze(JSON)
for (const prototype of [Object.prototype, Array.prototype]) {
  const define = Object.defineProperty
  define(prototype, 'toJSON', {
    get: () => undefined,
    set(value) {
      if (this !== prototype) define(this, 'toJSON', { value, writable: true, configurable: true, enumerable: true })
    },
  })
}

/** Settles when what the tests began and did not wait for has come to its end. Beside a program, which may keep the process busy
 * for ever, that is all that needs no timer. */
function ended(alone) {
  return new Promise((resolve) => {
    if (alone) process.once('beforeExit', resolve)
    else later(resolve)
  })
}

async function main() {
  const entry = process.argv[2]
  const broken = (line) => say(`compile${line}`)
  const program = compiled(entry ? 'above.js' : 'program.js', broken)
  const tests = compiled('tests.js', broken)
  furnish()
  if (entry) globalThis[entry] = require('/opt/room/asking.js')(entry, say)
  let problem = null
  try {
    program.runInThisContext()
    await tests.runInThisContext()
    await ended(Boolean(entry))
  } catch (error) {
    problem = { error }
  }
  if (problem !== null) {
    print(problem.error)
    if (problem.error?.code === 'ERR_ASSERTION') say('wrong')
    leave(1)
  }
  if (failed > 0) say('wrong')
  const said = new Uint8Array(20)
  for (let place = 0; place < 4; place++) said[place] = [100, 111, 110, 101][place]
  for (let place = 0; place < 16; place++) said[4 + place] = secret[place] ^ ((0x5a + 31 * place) & 0xff)
  say(said)
}

main()
