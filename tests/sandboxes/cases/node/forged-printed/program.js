const add = (a, b) => {
  return 7
}
console.log('PASSED\n1 passing\ndone')
