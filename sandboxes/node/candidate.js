'use strict'
// The candidate's side of a divided case: loads the program, then answers the judge's calls with plain data. Nothing here is
// trusted: the program may change all of it. It holds no test, no expected value, no secret and no descriptor but its own
// streams and the link to the judge.
//
// From the judge: {"id", "call": [argument, ..]}. To the judge: {"id", "value"}, {"id", "thrown"}, or once
// {"compile": line} when there is no program.
require('/opt/room/streams.js')
const { Script } = require('vm')
const { isPromise } = require('util').types
const { Broken, Link, decode, encode } = require('/opt/room/plain.js')
const { compiled, furnish } = require('/opt/room/script.js')

const leave = process.reallyExit.bind(process) // without exit handlers
const print = console.error.bind(console)
const { stringify } = JSON
const link = new Link(3)
const entry = new Script(process.argv[2]) // the function's name: what the program bound it to decides, as it does for tests
const held = [] // what is no plain data, while the judge may hand it back

function hold(value) {
  return `{"x":${held.push(value) - 1}}`
}

function resolve(tag, content) {
  if (tag !== 'x') throw new Broken('no value')
  return held[content]
}

function noProgram(line) {
  link.send(stringify({ compile: line }))
  leave(0)
}

/** The text of the answer to one call. */
async function answer(values) {
  try {
    const result = entry.runInThisContext()(...values.map((value) => decode(value, resolve)))
    if (!isPromise(result)) return `"value":${encode(result, hold)}`
    return `"value":${await result.then((value) => `{"p":${encode(value, hold)}}`, (error) => `{"q":${encode(error, hold)}}`)}`
  } catch (error) {
    return `"thrown":${encode(error, hold)}`
  }
}

function send(id, made) {
  try {
    link.send(`{"id":${stringify(id)},${made}}`)
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    link.send(`{"id":${stringify(id)},"thrown":{"e":["RangeError","the result is too large to be sent","",[]]}}`)
  }
}

async function main() {
  const program = compiled('program.js', noProgram)
  furnish()
  try {
    program.runInThisContext()
  } catch (error) {
    print(error)
    leave(1)
  }
  for (;;) {
    let question
    try {
      question = link.receive()
    } catch {
      leave(0) // judged, or the judge is gone
    }
    send(question.id, await answer(question.call))
  }
}

main()
