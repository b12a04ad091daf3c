'use strict'
// Plain data between the judge and the candidate, as JSON in which a one-key object tells what JSON lacks:
//
//   null, true, 1.5, "s", [..]  themselves        {"n": "NaN"}   a number that JSON lacks, -0 too
//   {"u": 0}  undefined, {"h": 0}  a hole         {"i": "12"}    a BigInt
//   {"o": [[key, value], ..]}   a plain object    {"z": [..]}    the same without a prototype
//   {"m": [[key, value], ..]}   a Map             {"s": [..]}    a Set
//   {"d": milliseconds}         a Date            {"r": [source, flags]}  a RegExp
//   {"t": [class, [..]]}        a typed array     {"e": [name, message, stack, [[key, value], ..]]}  an error
//   {"p": value}, {"q": value}  a promise that was kept, or broken
//   {"x": handle}               what only the candidate can hold, such as a function
//
// Whatever is sent, decoding builds the library's own objects and nothing else. Everything needed later is bound now: in
// the candidate's process the program may change all that it can reach.
const { isArray, from: arrayFrom } = Array
const { create, defineProperty, entries, getPrototypeOf, keys } = Object
const { stringify, parse } = JSON
const { ownKeys } = Reflect
const is = Object.is
const finite = Number.isFinite
const { isDate, isMap, isNativeError, isPromise, isRegExp, isSet, isTypedArray } = require('util').types
const { readSync, writeSync } = require('fs')

const FRAME_BYTES = 8 * 1024 * 1024
const STACK_CHARS = 2000
const ODD_NUMBERS = ['NaN', 'Infinity', '-Infinity', '-0']
const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
const TYPED = { Buffer, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array }
const objectPrototype = Object.prototype

class Gone extends Error {} // the other side has ended
class Broken extends Error {} // it does not speak the protocol, or says more than it may

/** `value` as text in the form above; `other(value)` gives the text for what is no plain data. */
function encode(value, other) {
  switch (typeof value) {
    case 'undefined': return '{"u":0}'
    case 'boolean': return value ? 'true' : 'false'
    case 'string': return stringify(value)
    case 'bigint': return `{"i":"${value}"}`
    case 'number': return finite(value) && !is(value, -0) ? `${value}` : `{"n":"${is(value, -0) ? '-0' : value}"}`
    case 'object': return value === null ? 'null' : encodeObject(value, other)
    default: return other(value)
  }
}

function encodeObject(value, other) {
  if (isArray(value)) return list(value.length, (place) => (place in value ? encode(value[place], other) : '{"h":0}'))
  const kind = kindOf(value)
  if (kind !== null) return `{"t":["${kind}",${list(value.length, (place) => encode(value[place], other))}]}`
  if (isMap(value)) return `{"m":${pairs(arrayFrom(value), other)}}`
  if (isSet(value)) {
    const items = arrayFrom(value)
    return `{"s":${list(items.length, (place) => encode(items[place], other))}}`
  }
  if (isDate(value)) return `{"d":${encode(+value, other)}}`
  if (isRegExp(value)) return `{"r":[${stringify(value.source)},${stringify(value.flags)}]}`
  if (isNativeError(value)) {
    const texts = [`${value.name}`, `${value.message}`, `${value.stack}`.slice(0, STACK_CHARS)]
    return `{"e":[${list(3, (place) => stringify(texts[place])).slice(1, -1)},${pairs(entries(value), other)}]}`
  }
  if (isPromise(value)) return other(value)
  return `{"${getPrototypeOf(value) === null ? 'z' : 'o'}":${pairs(entries(value), other)}}`
}

function kindOf(value) {
  if (!isTypedArray(value)) return null
  for (const name of keys(TYPED)) if (value instanceof TYPED[name]) return name
  return null
}

function list(length, text) {
  let found = '['
  for (let place = 0; place < length; place++) found += (place > 0 ? ',' : '') + text(place)
  return `${found}]`
}

function pairs(entries, other) {
  return list(entries.length, (place) => `[${encode(entries[place][0], other)},${encode(entries[place][1], other)}]`)
}

/** The value that was sent. `resolve(tag, content)` answers for "p", "q" and "x". Throws Broken. */
function decode(value, resolve) {
  if (isArray(value)) {
    const found = new Array(value.length)
    for (let place = 0; place < value.length; place++) {
      if (!isHole(value[place])) found[place] = decode(value[place], resolve)
    }
    return found
  }
  if (typeof value !== 'object' || value === null) return value
  const tags = ownKeys(value)
  if (tags.length !== 1) throw new Broken('an object with other than one key')
  return built(tags[0], value[tags[0]], resolve)
}

function isHole(value) {
  return typeof value === 'object' && value !== null && value.h === 0 && keys(value).length === 1
}

function built(tag, content, resolve) {
  switch (tag) {
    case 'u': return undefined
    case 'n': return Number(one(ODD_NUMBERS.includes(content), content))
    case 'i': return BigInt(text(content))
    case 'o': return object({}, content, resolve)
    case 'z': return object(create(null), content, resolve)
    case 'm': return new Map(decodedPairs(content, resolve))
    case 's': return new Set(decode(array(content), resolve))
    case 'd': return new Date(number(decode(content, resolve)))
    case 'r': return new RegExp(text(array(content)[0]), text(content[1]))
    case 't': return typed(one(keys(TYPED).includes(array(content)[0]), content[0]), decode(array(content[1]), resolve))
    case 'e': return error(array(content), resolve)
    case 'p': case 'q': case 'x': return resolve(tag, content)
    default: throw new Broken('an unknown tag')
  }
}

function typed(name, items) {
  return name === 'Buffer' ? Buffer.from(items) : new TYPED[name](items)
}

function error([name, message, stack, more], resolve) {
  const known = keys(ERRORS).includes(text(name))
  const made = new ERRORS[known ? name : 'Error'](text(message))
  if (!known) defineProperty(made, 'name', { value: name, writable: true, configurable: true })
  defineProperty(made, 'stack', { value: text(stack), writable: true, configurable: true })
  return object(made, more, resolve)
}

function object(made, content, resolve) {
  for (const [key, value] of decodedPairs(content, resolve)) {
    defineProperty(made, text(key), { value, writable: true, enumerable: true, configurable: true })
  }
  return made
}

function decodedPairs(content, resolve) {
  return array(content).map((pair) => {
    one(isArray(pair) && pair.length === 2, pair)
    return [decode(pair[0], resolve), decode(pair[1], resolve)]
  })
}

function one(holds, value) {
  if (!holds) throw new Broken('a malformed value')
  return value
}

const text = (value) => one(typeof value === 'string', value)
const number = (value) => one(typeof value === 'number', value)
const array = (value) => one(isArray(value), value)

/** Frames over one descriptor: four bytes of length (big-endian) and UTF-8. Throws Gone or Broken. */
class Link {
  constructor(fd) {
    this.fd = fd
    this.received = 0 // bytes, of all frames
  }

  send(text) {
    const body = Buffer.from(text, 'utf8')
    if (body.length > FRAME_BYTES) throw new Broken('more data than may be sent at once')
    const frame = Buffer.allocUnsafe(4 + body.length)
    frame.writeUInt32BE(body.length)
    body.copy(frame, 4)
    for (let sent = 0; sent < frame.length;) {
      try {
        sent += writeSync(this.fd, frame, sent)
      } catch (error) {
        throw new Gone(error.code)
      }
    }
  }

  receive() {
    const length = this.#take(4).readUInt32BE()
    if (length > FRAME_BYTES) throw new Broken('more data than may be sent at once')
    const body = this.#take(length).toString('utf8')
    this.received += length
    try {
      return parse(body)
    } catch {
      throw new Broken('no JSON')
    }
  }

  #take(count) {
    const taken = Buffer.allocUnsafe(count)
    for (let got = 0; got < count;) {
      let more = 0
      try {
        more = readSync(this.fd, taken, got, count - got, null)
      } catch (error) {
        throw new Gone(error.code)
      }
      if (more === 0) throw new Gone('the end')
      got += more
    }
    return taken
  }
}

module.exports = { Broken, FRAME_BYTES, Gone, Link, decode, encode }
