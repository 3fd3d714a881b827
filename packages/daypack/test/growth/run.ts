// One process, many turns: node --conditions=daypack-source packages/daypack/test/growth/run.ts 50000
// `small 1000`: one session of so many turns of half a kilobyte.
import { grow, grown, type Look } from './grow.ts'
import { smallTurns } from './small.ts'

if (process.argv[2] === 'small') {
  const { looks, by, heapAMessage, heapRatio } = await smallTurns(Number(process.argv[3] ?? 1_000), 100)
  for (const [name, times] of Object.entries(by))
    if (times > 0.01) console.log(`${name}: ${times.toFixed(2)} × the payload`)
  console.log(
    `heap: ${heapAMessage} bytes a message beside its text, ${heapRatio.toFixed(2)} × after two fifths of the turns`,
  )
  console.log(`disk by the hundred turns: ${looks.join(', ')} × the payload`)
  process.exit(Math.max(...looks) > 3 ? 1 : 0)
}

const turns = Number(process.argv[2] ?? 5_000)
const mb = (bytes = 0) => (bytes / 1e6).toFixed(1)
const { looks, by } = await grow(turns, {
  lookEvery: Math.max(1, Math.min(1_000, Math.floor(turns / 10))),
  onLook: tell,
})
const [settled, last] = [looks.find((look) => look.turns >= 1_000) ?? looks[4], looks.at(-1)]
const wrong = settled && last ? grown(settled, last) : ['no look was taken']
for (const [name, bytes] of Object.entries(by))
  if (bytes > 0) console.log(`${name}: ${(bytes / (last?.payload ?? 1)).toFixed(2)} × the payload`)
console.log(
  `${turns} turns: heap ${mb(settled?.heap)} MB after ${settled?.turns}, ${mb(last?.heap)} MB at the end; open files ${settled?.fds} and ${last?.fds}, locks ${last?.locks}; disk ${((last?.disk ?? 0) / (last?.payload ?? 1)).toFixed(2)} × the payload; ${settled?.turnMs} and ${last?.turnMs} ms of processor a turn; ${wrong.length} figures grew${wrong.map((each) => `: ${each}`).join('')}`,
)
process.exitCode = wrong.length === 0 ? 0 : 1

function tell({ turns: after, heap, rss, fds, locks, disk, payload, turnMs }: Look): void {
  console.error(
    `${after} turns: heap ${mb(heap)} MB, process ${mb(rss)} MB, ${fds} files and ${locks} locks open, ${mb(disk)} MB on disk for ${mb(payload)} MB (${(disk / payload).toFixed(2)} ×), ${turnMs} ms a turn`,
  )
}
