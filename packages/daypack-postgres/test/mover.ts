// `daypack migrate` that is killed soon after so many things were moved: node mover.ts from to things
import { move } from '../../cli/src/migrate/move.ts'
import { openPlace } from '../../cli/src/workspace.ts'

const [from = '', to = '', things = ''] = process.argv.slice(2)
const clock = { at: Date.now() }
const opening = { now: () => clock.at, migrate: true }
const source = await openPlace(from, opening)
const target = await openPlace(to, { ...opening, zone: source.zone, make: true })
let done = 0
await move(source, target, clock, () => {
  // In the middle of one of the next.
  if (++done === Number(things)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * 10)
})
await target.close()
await source.close()
