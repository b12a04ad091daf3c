for (const name of ['SIGTERM', 'SIGINT', 'SIGXCPU', 'SIGHUP']) process.on(name, () => {})
const add = (a, b) => {
  for (;;) {}
}
