const add = (a, b) => {
  return 7
}
globalThis.console = { assert() {} }
var console = { assert() {} }
