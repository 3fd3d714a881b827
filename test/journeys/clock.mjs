// Loaded before a process of a journey (NODE_OPTIONS=--import): its clock runs, on the day that JOURNEY_DAY names.
const shift = Date.parse(`${process.env['JOURNEY_DAY']}T09:00:00Z`) - Date.now()
const { now } = Date
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now() + shift] : given),
  get: (target, name) => (name === 'now' ? () => now() + shift : Reflect.get(target, name)),
})
