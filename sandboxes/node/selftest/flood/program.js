const add = (a, b) => {
  for (;;) console.log('all work and no play')
}
