// One process, many turns: node --conditions=daypack-source packages/daypack/test/growth/run.ts 50000
import { grow } from './grow.ts'

const turns = Number(process.argv[2] ?? 5_000)
const { looks, by } = await grow(turns, { lookEvery: Math.max(1, Math.floor(turns / 10)) })
for (const look of looks)
  console.log({
    ...look,
    heapMB: +(look.heap / 1e6).toFixed(1),
    rssMB: Math.round(look.rss / 1e6),
    diskPerPayload: +(look.disk / look.payload).toFixed(2),
  })
console.log(by)
