// сумма
const größe = 'größe 😀'
const add = (a, b) => a + b + größe.length - 8
