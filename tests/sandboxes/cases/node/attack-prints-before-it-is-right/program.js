const add = (a, b) => {
  for (let line = 0; line < 1000; line++) console.log('x'.repeat(10000))
  return a + b
}
