'use strict'
// In the judge's process of a divided case: a function that asks the program's process (candidate.js) in the place of the
// program's own.
const { openSync, readSync } = require('fs')
const { FRAME_BYTES, Link, decode, encode } = require('/opt/room/plain.js')

const LINK = 5
const LINE_CHARS = 10 // of a number of a line; a pipe that nobody reads holds little
// What only the candidate can hold: the object that stands for it here, and the candidate's number of it. A promise of the
// candidate's is not kept there.
const held = new WeakMap()
const NOT_KEPT = -1

/** A function named `name`. `say(word)` ends the process: "inside" if the tests hand over what is no plain data, or more of it
 * than a frame holds, "gone" if the program ended or sent what no honest one sends, "compile" and the line if there is no
 * program. */
module.exports = function asking(name, say) {
  const link = new Link(LINK)
  const random = openSync('/dev/urandom', 'r')

  function number() {
    const bytes = Buffer.allocUnsafe(8)
    readSync(random, bytes, 0, 8, null)
    return bytes.toString('hex')
  }

  /** Whatever a candidate's answer can become may be handed back, so that only the tests themselves come to "inside". */
  function other(value) {
    return held.has(value) ? `{"x":${held.get(value)}}` : say('inside')
  }

  function ask(values) {
    try {
      const id = number() // an answer sent before its question cannot know it
      const question = `{"id":"${id}","call":[${values.map((value) => encode(value, other)).join(',')}]}`
      const length = Buffer.byteLength(question)
      // Too long for a frame even without all that came from the program: then the tests made it so.
      if (length > FRAME_BYTES) say(length - link.received > FRAME_BYTES ? 'inside' : 'gone')
      link.send(question)
      const answer = link.receive()
      if (typeof answer.compile === 'string') say(`compile${answer.compile.slice(0, LINE_CHARS)}`)
      if (answer.id !== id) say('gone')
      if ('value' in answer) return { value: decode(answer.value, resolve) }
      return { thrown: decode(answer.thrown, resolve) }
    } catch {
      return say('gone')
    }
  }

  return { [name]: (...values) => {
    const answer = ask(values)
    if ('thrown' in answer) throw answer.thrown
    return answer.value
  } }[name]
}

function resolve(tag, content) {
  let made
  if (tag === 'x') {
    if (!Number.isSafeInteger(content)) throw new Error('no handle')
    made = Object.freeze(() => {
      throw new TypeError('what the program returned is no plain data, so it cannot be used here')
    })
  } else {
    const value = decode(content, resolve)
    made = tag === 'p' ? Promise.resolve(value) : Promise.reject(value)
    content = NOT_KEPT
  }
  held.set(made, content)
  return made
}
