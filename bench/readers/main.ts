// The reading exam: can a model carry on from the view? See README.md here.
//   node --conditions=daypack-source bench/readers/main.ts points
//   node --conditions=daypack-source bench/readers/main.ts views --out folder [--set train] [--points id,…] [--strategies daypack-64k,…]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { replaySession } from '../../packages/daypack/src/report/replay/session.ts'
import { data } from '../compaction/data.ts'
import { count, keepCounts } from '../replay/count.ts'
import { Points, readAs, type Point } from './formats.ts'
import { PLAN } from './plan.ts'
import { pointOf } from './points.ts'
import { joined, recordingsFor } from './recordings.ts'
import { DEFAULT_STRATEGIES } from './strategies.ts'
import { writeViews } from './views.ts'

const file = path.join(import.meta.dirname, 'points.json')
const say = (line: string) => console.error(line)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    set: { type: 'string' },
    points: { type: 'string' },
    strategies: { type: 'string', default: DEFAULT_STRATEGIES.join(',') },
  },
})

const commands: Readonly<Record<string, () => Promise<void> | void>> = { points, views }
const command = commands[positionals[0] ?? '']
if (command) await command()
else {
  say(`Say what to do: ${Object.keys(commands).join(', ')}. bench/readers/README.md tells how.`)
  process.exitCode = 2
}

function points(): void {
  const found = PLAN.map((planned): Point => {
    const transcript = joined(recordingsFor(data, planned).map((one) => one.transcript))
    const point = pointOf(planned, replaySession(transcript, { name: planned.id, count }))
    say(
      `${point.set} ${point.kind} ${point.id}: ${point.before} messages, ${point.tokens} tokens, ${point.after} after`,
    )
    return point
  })
  keepCounts()
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
}

async function views(): Promise<void> {
  const { missing } = await writeViews({
    data,
    points: chosen(),
    strategies: values.strategies.split(','),
    out: needed('out'),
    say,
  })
  for (const one of missing) say(`left out, ${one}: npm install in bench/ brings it`)
}

function chosen(): Point[] {
  const ids = values.points?.split(',')
  const sets = values.set?.split(',')
  const all = readAs(Points, file)
  const unknown = ids?.filter((id) => all.every((point) => point.id !== id)) ?? []
  if (unknown.length > 0) throw new Error(`No such point: ${unknown.join(', ')}; see points.json.`)
  return all.filter(({ id, set }) => (!ids || ids.includes(id)) && (!sets || sets.includes(set)))
}

function needed(name: 'out'): string {
  const value = values[name]
  if (value === undefined) throw new Error(`--${name} folder is needed.`)
  return path.resolve(value)
}
