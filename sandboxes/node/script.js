'use strict'
// The program and its tests as scripts of the one global scope, which has what Node.js gives a file that it is started with.
const { readFileSync, unlinkSync } = require('fs')
const { createRequire } = require('module')
const { Script } = require('vm')

const print = console.error.bind(console)

/** The script in a file of this folder, which is gone then. A text that is none is shown to the reader of the log, and
 * `broken(line)` called: the line as text if it is the program's, else ''. */
function compiled(name, broken) {
  const text = readFileSync(name, 'utf8')
  unlinkSync(name)
  try {
    return new Script(text, { filename: name })
  } catch (error) {
    print(error.stack)
    const line = /^program\.js:(\d{1,9})/.exec(`${error.stack}`)
    return broken(line ? line[1] : '')
  }
}

/** To be called before the first of them runs. */
function furnish() {
  globalThis.module = { exports: {} }
  globalThis.exports = globalThis.module.exports
  globalThis.require = createRequire(process.cwd() + '/')
}

module.exports = { compiled, furnish }
