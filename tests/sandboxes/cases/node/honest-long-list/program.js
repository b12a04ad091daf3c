const add = (list, more) => {
  let made = null
  for (; list; list = list.next) made = { value: list.value + more, next: made }
  return made
}
