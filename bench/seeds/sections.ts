// How well the sections of a memo are written: precision and recall per section on labelled dialogues.
// Run: node --conditions=daypack-source bench/seeds/sections.ts [file …] [--held-out] [--misses] [--played folder]
// A label is a passage of a dialogue: found where it stands in its section. A line that holds none of what must or may stand there
// does not belong. A label over several sentences is found sentence by sentence, a line that is part of a label belongs. Critical
// context holds what no other section says: its labels are found wherever they stand; those under its own heading are counted beside.
// With --played a model writes them (play.ts). It has words of its own: there a line says a passage that it holds half of, by the words that
// carry meaning. What the words do not show a reader may: `<folder>/judged.txt` holds the lines of --misses that are to count, as printed.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gather } from '../../packages/daypack/src/handover/read/evidence.ts'
import { memoOf } from '../../packages/daypack/src/handover/memo/memo.ts'
import { isSpokenOf } from '../../packages/daypack/src/handover/text/words.ts'
import { sentencesOf } from '../../packages/daypack/src/handover/text/sentences.ts'
import type { Sections } from '../../packages/daypack/src/handover/tell/sections.ts'
import type { Message } from '../../packages/daypack/src/index.ts'
import { fromHistory } from '../history.ts'
import {
  dialoguesIn,
  SECTIONS,
  type Dialogue,
  type Label,
  type Said,
  type Section,
  type State,
} from './dialogue-file.ts'
import { playedSections } from './play.ts'

type Line = { readonly text: string; readonly state?: State }
type Written = Readonly<Record<Section, readonly Line[]>>
type Tally = { wanted: number; found: number; lines: number; fitting: number }

const { values, positionals } = parseArgs({
  options: {
    misses: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    played: { type: 'string' },
  },
  allowPositionals: true,
})
const judged = new Set(
  values.played !== undefined && existsSync(path.join(values.played, 'judged.txt'))
    ? readFileSync(path.join(values.played, 'judged.txt'), 'utf8').split('\n')
    : [],
)
const OWN = values['held-out']
  ? ['held-out/chinese', 'held-out/english']
  : ['chinese', 'chinese-2', 'chinese-3', 'english', 'english-2', 'english-3'].map((name) => `dialogues/${name}`)
const texts =
  positionals.length > 0
    ? positionals.map((file) => [file, readFileSync(file, 'utf8')] as const)
    : OWN.map((name) => [name, fromHistory(`seeds/${name}.txt`)] as const)
const byFile = texts.map(([file, text]) => [path.basename(file), dialoguesIn(text)] as const)
const written = new Map<Dialogue, Written>()
for (const [name, dialogues] of byFile)
  for (const [at, dialogue] of dialogues.entries()) {
    const sections = await sectionsOf(dialogue, `${name.replace(/\..*/, '')}-${at + 1}`)
    if (sections) written.set(dialogue, asLines(sections))
  }
report('all', [...written.keys()])
for (const [name, dialogues] of byFile)
  report(
    name,
    dialogues.filter((one) => written.has(one)),
  )

function report(title: string, of: readonly Dialogue[]): void {
  const tallies = new Map<Section, Tally>(SECTIONS.map((name) => [name, { wanted: 0, found: 0, lines: 0, fitting: 0 }]))
  let [states, right, inPlace] = [0, 0, 0]
  for (const dialogue of of) {
    const { id, expected, acceptable } = dialogue
    const memo = written.get(dialogue) as Written
    for (const name of SECTIONS) {
      const tally = tallies.get(name) as Tally
      const labels = expected[name] ?? []
      const allowed = [...labels, ...(acceptable[name] ?? [])]
      const lines = memo[name]
      const searched = name === 'critical' ? Object.values(memo).flat() : lines
      const missed = labels.filter(
        (label) => !isFound(label, searched) && !judged.has(`${id} ${name} MISSED ${label.text}`),
      )
      if (name === 'critical') inPlace += labels.filter((label) => isFound(label, lines)).length
      const foreign = lines.filter(
        ({ text }) => !allowed.some((label) => belongs(text, label)) && !judged.has(`${id} ${name} FOREIGN ${text}`),
      )
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

async function sectionsOf({ messages }: Dialogue, name: string): Promise<Sections | undefined> {
  const own = messages.flatMap(asMessages)
  return values.played === undefined ? memoOf(gather(own)).sections : await playedSections(own, values.played, name)
}

function asLines(sections: Sections): Written {
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
  if (plainText(line).includes(plainText(label.text))) return true
  return values.played !== undefined && isSpokenOf(label.text, line)
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
