const add = (a, b) => {
  for (;;) {}
}
