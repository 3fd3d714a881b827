// Why lines that the agent quoted in its next edits do not stand in the hand-over, on the training recordings:
//   node --conditions=daypack-source bench/handover/missing.ts [--window 64]
import { parseArgs } from 'node:util'
import { gather } from '../../packages/daypack/src/handover/read/evidence.ts'
import { compact } from '../../packages/daypack/src/passes/compact.ts'
import { KEEP } from '../../packages/daypack/src/presets/keep.ts'
import { openDesk } from '../../packages/daypack-testing/src/desk.ts'
import { weighedRegions } from '../../packages/daypack/test/files-in-work.ts'
import { focusOf } from '../../packages/daypack/src/handover/weigh/focus.ts'
import { identifiers } from '../../packages/daypack/src/handover/text/identifiers.ts'
import { namesIn } from '../../packages/daypack/src/handover/read/texts.ts'
import { allSaid, trainingPlaces } from './points.ts'

const { values } = parseArgs({
  options: { window: { type: 'string', default: '64' }, verbose: { type: 'boolean', default: false } },
})
const window = Number(values.window) * 1000
const causes = new Map<string, number>()
let all = 0
for (const place of trainingPlaces(1, undefined, true)) {
  if (place.tokens < window * 0.8 || place.lines.length === 0) continue
  const desk = openDesk({ window, maxOutput: 4_096 })
  await desk.say(...place.history)
  const pass = compact({ room: KEEP.balanced.room, viewShare: KEEP.balanced.viewShare })
  const { edits } = await pass.propose(desk.view, desk.context())
  const fold = edits.findLast((edit) => edit.op === 'fold')
  const tail = desk.view.slots.filter(({ seq }) => seq > (fold?.to ?? 0)).map(({ message }) => message)
  const view = `${fold?.summary.text ?? ''}\n${allSaid(tail)}`
  all += place.lines.length
  const missing = place.lines.filter((line) => !view.includes(line))
  if (missing.length === 0) continue
  const evidence = gather(place.history)
  const recent = new Set(place.history.slice(-12).flatMap((message) => namesIn(message).flatMap((one) => one.names)))
  const regions = weighedRegions(evidence.files, {
    now: evidence.count,
    recent,
    names: identifiers,
    focus: focusOf(evidence),
  })
  const shares: string[] = []
  for (const line of missing) {
    const own = [...evidence.files.files.values()].filter((file) => file.lines.some((one) => one?.text.includes(line)))
    const region = regions
      .filter((one) => one.lines.some(({ text }) => text.includes(line)))
      .toSorted((a, b) => b.chance - a.chance)[0]
    const cause =
      own.length === 0
        ? 'in no file known'
        : region === undefined
          ? 'known, no part'
          : `${region.file.changes > 0 ? 'changed' : 'only read'}, ${region.sure ? 'sure' : 'unsure'}, ${view.includes(region.file.path) ? 'file named' : 'file not named'}`
    causes.set(cause, (causes.get(cause) ?? 0) + 1)
    shares.push(
      `${cause}: ${region ? `chance ${region.chance.toFixed(3)} need ${region.need.toFixed(2)} worth ${region.worth.toFixed(2)} age ${evidence.count - region.file.touched}` : ''} ${own[0]?.path.split('/').at(-1) ?? ''} ${line.trim().slice(0, 70)}`,
    )
  }
  console.log(
    `${place.name}: ${missing.length} of ${place.lines.length} missing, view ${view.length} chars, files ${/# Files in work[^]*?(?=\n# )/.exec(view)?.[0].length ?? 0}`,
  )
  if (values.verbose) for (const one of shares) console.log(`   ${one}`)
}
console.log(
  all,
  [...causes].sort((a, b) => b[1] - a[1]),
)
