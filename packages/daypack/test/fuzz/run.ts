// Long fuzz runs: node packages/daypack/test/fuzz/run.ts [--histories 100000] [--sessions 5000] [--seed n]
import { parseArgs } from 'node:util'
import { FATES, fuzz } from './codec-fuzz.ts'
import { fuzzEngine } from './engine-fuzz.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '100000' },
    sessions: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const CHUNK = 2_000
let done = 0
let seconds = 0
for (let from = 0; from < Number(values.histories); from += CHUNK) {
  const figure = fuzz(Math.min(CHUNK, Number(values.histories) - from), seed + from)
  done += figure.cases
  seconds += figure.seconds
  if (figure.failure) {
    console.log(figure.failure)
    process.exit(1)
  }
  if (done % (5 * CHUNK) === 0) console.log(`… ${done} histories`)
}
console.log(
  `${done} histories on four wires and ${done * FATES} edits of them, seeds from ${seed}: 0 rejects, ${Math.round((done * FATES) / Math.max(1, seconds))} edits a second`,
)
const figure = await fuzzEngine(Number(values.sessions), seed)
if (figure.failure) {
  console.log(figure.failure)
  process.exit(1)
}
console.log(
  `${figure.cases} requests of ${values.sessions} sessions through the engine, seed ${seed}: 0 rejects, ${Math.round(figure.cases / Math.max(1, figure.seconds))} a second`,
)
