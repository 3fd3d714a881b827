// One process, many turns: node --conditions=daypack-source packages/daypack/test/growth/run.ts 50000
import { grow, grown } from './grow.ts'

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
const [settled, last] = [looks.find((look) => look.turns >= 1_000) ?? looks[4], looks.at(-1)]
const wrong = settled && last ? grown(settled, last) : ['no look was taken']
const mb = (bytes = 0) => (bytes / 1e6).toFixed(1)
console.log(
  `${turns} turns: heap ${mb(settled?.heap)} MB after ${settled?.turns}, ${mb(last?.heap)} MB at the end; open files ${settled?.fds} and ${last?.fds}, locks ${last?.locks}; disk ${((last?.disk ?? 0) / (last?.payload ?? 1)).toFixed(2)} × the payload; ${wrong.length} figures grew${wrong.map((each) => `: ${each}`).join('')}`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
