// How well the sections of a memo are written without a model: precision and recall per section on labelled dialogues.
// Run: node --conditions=daypack-source bench/seeds/sections.ts [file …] [--misses]
// A label is a passage of a dialogue: found where it stands in its section. A line that holds none of what must or may stand there
// does not belong. A label over several sentences is found sentence by sentence, a line that is part of a label belongs. Critical
// context holds what no other section says: its labels are found wherever they stand; those under its own heading are counted beside.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { gather } from '../../packages/daypack/src/handover/read/evidence.ts'
import { memoOf } from '../../packages/daypack/src/handover/memo/memo.ts'
import { sentencesOf } from '../../packages/daypack/src/handover/text/sentences.ts'
import type { Message } from '../../packages/daypack/src/index.ts'
import {
  dialoguesIn,
  SECTIONS,
  type Dialogue,
  type Label,
  type Said,
  type Section,
  type State,
} from './dialogue-file.ts'

type Line = { readonly text: string; readonly state?: State }
type Tally = { wanted: number; found: number; lines: number; fitting: number }

const { values, positionals } = parseArgs({
  options: { misses: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const FOLDER = path.join(import.meta.dirname, 'dialogues')
const files = positionals.length > 0 ? positionals : readdirSync(FOLDER).map((name) => path.join(FOLDER, name))
const byFile = files.toSorted().map((file) => [path.basename(file), dialoguesIn(textIn(file))] as const)
report(
  'all',
  byFile.flatMap(([, dialogues]) => dialogues),
)
for (const [name, dialogues] of byFile) report(name, dialogues)

/** Ours are kept compressed; a file somebody names may be plain. */
function textIn(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8')
}

function report(title: string, of: readonly Dialogue[]): void {
  const tallies = new Map<Section, Tally>(SECTIONS.map((name) => [name, { wanted: 0, found: 0, lines: 0, fitting: 0 }]))
  let [states, right, inPlace] = [0, 0, 0]
  for (const { id, messages, expected, acceptable } of of) {
    const written = sectionsOf(messages)
    for (const name of SECTIONS) {
      const tally = tallies.get(name) as Tally
      const labels = expected[name] ?? []
      const allowed = [...labels, ...(acceptable[name] ?? [])]
      const lines = written[name]
      const searched = name === 'critical' ? Object.values(written).flat() : lines
      const missed = labels.filter((label) => !isFound(label, searched))
      if (name === 'critical') inPlace += labels.filter((label) => isFound(label, lines)).length
      const foreign = lines.filter((line) => !allowed.some((label) => belongs(line.text, label)))
      tally.wanted += labels.length
      tally.found += labels.length - missed.length
      tally.lines += lines.length
      tally.fitting += lines.length - foreign.length
      for (const label of labels) {
        const line = lines.find((one) => holds(one.text, label))
        if (label.state === undefined || !line) continue
        states++
        if (line.state === label.state) right++
        else if (values.misses && title === 'all') console.log(`${id} ${label.state} STATE ${line.state}: ${line.text}`)
      }
      if (!values.misses || title !== 'all') continue
      for (const label of missed) console.log(`${id} ${name} MISSED ${label.text}`)
      for (const line of foreign) console.log(`${id} ${name} FOREIGN ${line.text}`)
    }
  }
  console.log(`\n${title}: ${of.length} dialogues`)
  console.log('section\tprecision\trecall\tlines\tlabels')
  for (const [name, { wanted, found, lines, fitting }] of tallies)
    console.log(`${name}\t${percent(fitting, lines)}\t${percent(found, wanted)}\t${lines}\t${wanted}`)
  console.log(`critical, under its own heading: ${percent(inPlace, tallies.get('critical')?.wanted ?? 0)}`)
  console.log(`state of what was done: ${percent(right, states)} of ${states}`)
}

function sectionsOf(messages: readonly Said[]): Record<Section, readonly Line[]> {
  const { sections } = memoOf(gather(messages.flatMap(asMessages)))
  const plain = (lines: readonly string[], state?: State): Line[] =>
    lines.map((text) => ({ text, ...(state && { state }) }))
  return {
    goal: plain(sections.goal),
    constraints: plain(sections.constraints),
    progress: [
      ...plain(sections.done, 'done'),
      ...plain(sections.inProgress, 'in progress'),
      ...plain(sections.blocked, 'blocked'),
    ],
    decisions: plain(sections.decisions),
    next: plain(sections.next),
    critical: plain(sections.context),
  }
}

function asMessages({ role, text, tool = 'tool', input = {}, isError = false }: Said, at: number): Message[] {
  if (role !== 'tool') return [{ role, blocks: [{ type: 'text', text }] }]
  const callId = `call-${at}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text }, isError }] },
  ]
}

function holds(line: string, label: Label): boolean {
  return plainText(line).includes(plainText(label.text))
}

function isFound({ text }: Label, lines: readonly Line[]): boolean {
  return sentencesOf(text).every((part) => lines.some((line) => holds(line.text, { text: part })))
}

function belongs(line: string, label: Label): boolean {
  return (
    holds(line, label) ||
    sentencesOf(label.text).some((part) => holds(line, { text: part })) ||
    holds(label.text, { text: line })
  )
}

function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s*`"“”'’]+/g, ' ')
    .trim()
    .replace(/[.。!！]+$/, '')
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`
}
