const add = async (a, b) => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  return a + b
}
