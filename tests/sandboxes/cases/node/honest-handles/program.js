const add = (counter) => {
  let count = 0
  return counter === undefined ? () => ++count : counter()
}
