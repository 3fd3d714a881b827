// What each rule of the hand-over buys, on the training recordings:
//   node --conditions=daypack-source bench/handover/main.ts [--rules rules.json] [--windows 32,64] [--every 2] [--only name]
//     [--exams exams.json.br] [--part train] [--out views.json] [--places] [--edits] [--long 300]
//   --long: places of recordings joined to so many thousand tokens, alone; --most of each repository
//   --edits: more places, of which only those that are followed by edits of lines known before
// rules.json: [{ name, file, find, replace }]; those of one name are left out together. Without it, the source as it is.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { KEEP } from '../../packages/daypack/src/presets/keep.ts'
import { openDesk } from '../../packages/daypack-testing/src/desk.ts'
import { allSaid, examPlaces, longPlaces, otherPlaces, trainingPlaces, type Place } from './points.ts'
import { stands } from './gold.ts'
import { compactWithout, type Rule } from './variants.ts'

const { values } = parseArgs({
  options: {
    rules: { type: 'string' },
    windows: { type: 'string', default: '32,64' },
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    exams: { type: 'string' },
    part: { type: 'string', default: 'train' },
    places: { type: 'boolean', default: false },
    edits: { type: 'boolean', default: false },
    long: { type: 'string' },
    most: { type: 'string', default: '3' },
    out: { type: 'string' },
  },
})
const isTraining = values.part === 'train'
const places = values.long
  ? longPlaces(Number(values.long) * 1000, Number(values.most))
  : [
      ...(isTraining
        ? [
            ...trainingPlaces(Number(values.every), values.only, values.edits),
            ...(values.only || values.edits ? [] : otherPlaces()),
          ]
        : []),
      ...(values.exams ? examPlaces(values.exams, isTraining ? 'train' : 'held-out') : []),
    ]
/** Shorter conversations are seen in a smaller window, and told with the first. */
const SMALL = 16_000
/** What a window keeps for the answer. */
const OUTPUT = 4_096
const windows = values.windows.split(',').map((k) => Number(k) * 1000)
const rules = values.rules ? (JSON.parse(readFileSync(values.rules, 'utf8')) as Rule[]) : []
console.error(`${places.length} places`)
const ready = (await Promise.all(places.map(deskAt))).flat()

type Figures = {
  chars: number
  lines: number
  linesHeld: number
  names: number
  namesHeld: number
  said: number
  saidHeld: number
  gold: number
  anywhere: number
  together: number
  /** Lines the session wrote that still stand, by age. */
  fresh: number
  freshHeld: number
  older: number
  olderHeld: number
  oldest: number
  oldestHeld: number
  /** Bodies of definitions the session wrote, and of those it speaks of next. */
  own: number
  ownHeld: number
  next: number
  nextHeld: number
  ms: number
}
const NONE: Figures = {
  chars: 0,
  lines: 0,
  linesHeld: 0,
  names: 0,
  namesHeld: 0,
  said: 0,
  saidHeld: 0,
  gold: 0,
  anywhere: 0,
  together: 0,
  fresh: 0,
  freshHeld: 0,
  older: 0,
  olderHeld: 0,
  oldest: 0,
  oldestHeld: 0,
  own: 0,
  ownHeld: 0,
  next: 0,
  nextHeld: 0,
  ms: 0,
}
/** Messages back to which a line written is fresh, and those to which it is only older. */
const FRESH = 100
const OLDER = 400
/** A body is held where nearly all its lines are. */
const WHOLE = 0.95

const usual: string[] = []
console.log(
  'without                        window  views changed   chars  edit lines  names  words  gold: anywhere together  written fresh older oldest   bodies own      next      s',
)
for (const [name, own] of [['(nothing)', []] as const, ...Map.groupBy(rules, (rule) => rule.name)]) {
  const compact = await compactWithout(name, own)
  const sums = new Map(windows.map((window) => [window, { ...NONE, views: 0, changed: 0 }]))
  for (const [at, { place, window, desk, whole, context }] of ready.entries()) {
    const started = performance.now()
    const pass = compact({ room: KEEP.balanced.room, viewShare: KEEP.balanced.viewShare })
    const { edits } = await pass.propose(desk.view, context)
    const ms = performance.now() - started
    const fold = edits.findLast((edit) => edit.op === 'fold')
    const tail = desk.view.slots.filter(({ seq }) => seq > (fold?.to ?? 0)).map(({ message }) => message)
    const view = `${fold?.summary.text ?? ''}\n${allSaid(tail)}`
    if (name === '(nothing)') usual[at] = view
    const found = figuresOf(place, view, whole)
    if (values.places) console.log(`  ${place.name} ${window / 1000}k ${rowOf({ ...found, ms }, 1)}`)
    const sum = sums.get(window) ?? sums.values().next().value
    if (!sum) continue
    for (const key of Object.keys(found) as (keyof Figures)[]) sum[key] += key === 'ms' ? ms : found[key]
    sum.views++
    if (view !== usual[at]) sum.changed++
  }
  for (const [window, sum] of sums)
    console.log(
      `${name.padEnd(30)} ${String(window / 1000).padStart(4)}k  ${String(sum.views).padStart(5)} ${String(sum.changed).padStart(7)} ${rowOf(sum, sum.views)}`,
    )
}
if (values.out)
  writeFileSync(
    values.out,
    JSON.stringify(
      Object.fromEntries(ready.map(({ place, window }, at) => [`${place.name} ${window / 1000}k`, usual[at] ?? ''])),
      undefined,
      1,
    ),
  )

function windowsOf({ tokens }: Place): number[] {
  const own = windows.filter((window) => tokens >= window * 0.8)
  return own.length === 0 ? [SMALL] : own
}

async function deskAt(place: Place) {
  const desk = openDesk({ window: 64_000, maxOutput: OUTPUT })
  await desk.say(...place.history)
  const whole = place.keyPoints.length > 0 ? allSaid(place.history).toLowerCase() : ''
  return windowsOf(place).map((window) => {
    const { budget } = desk.context()
    return {
      place,
      window,
      desk,
      whole,
      context: desk.context({ budget: { ...budget, window, usable: window - OUTPUT } }),
    }
  })
}

function figuresOf({ lines, names, words, keyPoints, written, bodies }: Place, view: string, whole: string): Figures {
  const { anywhere, together } =
    keyPoints.length > 0 ? stands(keyPoints, view.toLowerCase(), whole) : { anywhere: 0, together: 0 }
  const told = new Set(view.split(/\n| ⏎ /).map((line) => line.replace(/^\s*(?:[−＋] |\d+→)/, '').trim()))
  return {
    ...NONE,
    chars: view.length,
    lines: lines.length,
    linesHeld: lines.filter((line) => view.includes(line)).length,
    names: names.length,
    namesHeld: names.filter((one) => view.includes(one)).length,
    said: words.reduce((sum, { text }) => sum + text.length, 0),
    saidHeld: words.reduce((sum, { text }) => sum + (view.includes(text) ? text.length : 0), 0),
    gold: keyPoints.length,
    anywhere: anywhere * keyPoints.length,
    together: together * keyPoints.length,
    ...writtenHeld(written, told),
    ...bodiesHeld(bodies, told),
  }
}

function writtenHeld(written: Place['written'], told: ReadonlySet<string>) {
  const of = (name: string, from: number, to: number) => {
    const own = written.filter(({ age }) => age > from && age <= to)
    return { [name]: own.length, [`${name}Held`]: own.filter(({ text }) => told.has(text)).length }
  }
  return { ...of('fresh', -1, FRESH), ...of('older', FRESH, OLDER), ...of('oldest', OLDER, Infinity) }
}

function bodiesHeld(bodies: Place['bodies'], told: ReadonlySet<string>) {
  const held = (own: Place['bodies']) =>
    own.filter(({ lines }) => lines.filter((line) => told.has(line)).length >= lines.length * WHOLE).length
  const own = bodies.filter(({ isOwn }) => isOwn)
  const next = bodies.filter(({ isNext }) => isNext)
  return { own: own.length, ownHeld: held(own), next: next.length, nextHeld: held(next) }
}

function rowOf(sum: Figures, views: number): string {
  const share = (part: number, all: number) => (all === 0 ? '–' : ((100 * part) / all).toFixed(2)).padStart(6)
  return [
    String(Math.round(sum.chars / views)).padStart(7),
    `${sum.lines}`.padStart(5) + share(sum.linesHeld, sum.lines),
    share(sum.namesHeld, sum.names),
    share(sum.saidHeld, sum.said),
    `        ${share(sum.anywhere, sum.gold)}`,
    `  ${share(sum.together, sum.gold)}`,
    share(sum.freshHeld + sum.olderHeld + sum.oldestHeld, sum.fresh + sum.older + sum.oldest),
    share(sum.freshHeld, sum.fresh),
    share(sum.olderHeld, sum.older),
    share(sum.oldestHeld, sum.oldest),
    `${sum.own}`.padStart(5) + share(sum.ownHeld, sum.own),
    `${sum.next}`.padStart(5) + share(sum.nextHeld, sum.next),
    (sum.ms / 1000).toFixed(1).padStart(6),
  ].join(' ')
}
