'use strict'
// Makes stdout and stderr wait until what is written has been read. Otherwise a program that prints faster than anybody
// reads fills its own memory with it, and whether that or the limit on output ends it is left to chance.
for (const name of ['stdout', 'stderr']) {
  const { get } = Object.getOwnPropertyDescriptor(process, name)
  let stream = null
  // Made when it is first asked for, as it is without this: most programs print nothing.
  Object.defineProperty(process, name, {
    get() {
      if (stream === null) {
        stream = get.call(process)
        stream._handle?.setBlocking?.(true)
      }
      return stream
    },
    configurable: true,
    enumerable: true,
  })
}
