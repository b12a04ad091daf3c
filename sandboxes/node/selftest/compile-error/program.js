const add = (a, b => {
