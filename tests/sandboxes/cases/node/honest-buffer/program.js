const add = (a, b) => Buffer.from(`${a}${b}`)
