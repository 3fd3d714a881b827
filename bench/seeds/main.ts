// One long recorded session through the presets of the documents: the size of the context at each step by the documents' own
// rules, computed apart (rules.ts), and ours. Run: node --conditions=daypack-source bench/seeds/main.ts [--every 40]
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDaypack, type Message } from '../../packages/daypack/src/index.ts'
import { memoryDriver } from '../../packages/daypack/src/drivers/memory/index.ts'
import { saidTokens } from '../../packages/daypack/src/presets/above.ts'
import {
  claudeCode,
  copaw,
  daypack,
  miniClaude,
  qwenpaw,
  type Preset,
} from '../../packages/daypack/src/presets/index.ts'
import { readTranscript } from '../../lab/src/transcripts/read.ts'
import type { Item } from '../../packages/daypack/src/view/view.ts'
import { plain } from '../../packages/daypack/test/engine/say.ts'
import { add, tiers, total, type Sheet } from './mini.ts'
import { alignedTail, sizes, sum, type Rules } from './rules.ts'

const { values } = parseArgs({ options: { every: { type: 'string', default: '100' } } })
const WINDOW = 64_000
/** The one size of a summary any of the documents prints: mini-claude's `max_tokens`. */
const DOCUMENT_MEMO = 2_048
const file = path.join(import.meta.dirname, '../../packages/cli/demo/pi-session.jsonl.br')
const { messages } = readTranscript(file)

const COPAW: Rules = {
  recentBytes: 51_200,
  oldBytes: 10_240,
  markdownBytes: 51_200,
  recent: 2,
  threshold: WINDOW * 0.7,
  measured: (list) => sum(list.slice(0, -3)),
  kept: () => 3,
}
const QWENPAW: Rules = {
  recentBytes: 50_000,
  oldBytes: 3_000,
  markdownBytes: 50_000,
  recent: 2,
  threshold: Math.floor(WINDOW * 0.8) - 1,
  measured: sum,
  kept: (list) => alignedTail(list, Math.floor(WINDOW * 0.1)),
}

async function run(name: string, preset: Preset, rules: Rules): Promise<void> {
  const driver = memoryDriver({ now: Date.now })
  // Room for the answer is no part of the documents' rules.
  const pack = await createDaypack({
    driver,
    preset,
    window: WINDOW,
    memory: false,
    retention: false,
    tuning: { maxOutput: 1 },
  })
  const session = await pack.session('one')
  let theirs: Message[] = []
  const epochs: Epochs = { theirs: [], ours: [], memos: [] }
  console.log(heading(name))
  for (const [step, message] of messages.entries()) {
    await session.append(message)
    theirs.push(message)
    if (message.role === 'assistant') continue
    const { plan } = await session.render(plain, { messages: [] })
    if (plan?.tide === 'pressure') note(epochs, step, session.view.items)
    const summary = epochs.theirs.length > 0 ? DOCUMENT_MEMO : 0
    const list = sizes(theirs, rules)
    const counted = rules === QWENPAW ? rules.measured(list) + summary : rules.measured(list)
    if (counted > rules.threshold) {
      theirs = theirs.slice(-rules.kept(list))
      epochs.theirs.push(step)
    }
    if (step % Number(values.every) < 2) {
      const ours = session.view.items.reduce((total, item) => total + saidTokens(item), 0)
      const { length } = epochs.theirs
      const document = sum(sizes(theirs, rules)) + (length > 0 ? DOCUMENT_MEMO : 0)
      console.log(`${step}\t${document}\t${ours}\t${length}, ${epochs.ours.length}`)
    }
  }
  console.log(summed(epochs))
  await pack.close()
}

await run('copaw', copaw(), COPAW)
await run('qwenpaw', qwenpaw(), QWENPAW)
await runMini()
console.log('\nwithout a document to compare with:')
for (const preset of [claudeCode(), daypack()]) console.log(await summariesOf(preset))

async function runMini(): Promise<void> {
  const driver = memoryDriver({ now: Date.now })
  const preset = miniClaude()
  const pack = await createDaypack({
    driver,
    preset,
    window: WINDOW,
    memory: false,
    retention: false,
    tuning: { maxOutput: 1 },
  })
  const session = await pack.session('one')
  const sheet: Sheet = { rows: [], epochs: 0 }
  const paths = new Map<string, string>()
  const epochs: Epochs = { theirs: [], ours: [], memos: [] }
  console.log(heading('miniClaude'))
  for (const [step, message] of messages.entries()) {
    await session.append(message)
    add(sheet, message, paths)
    if (message.role === 'assistant') continue
    // The document's gauge is the bill, where names, ids and braces of the wire count too: as much as ours has of them.
    const wire = session.view.size.tokens - session.view.items.reduce((sum, item) => sum + saidTokens(item), 0)
    const before = sheet.epochs
    tiers(sheet, WINDOW, wire + (sheet.epochs > 0 ? DOCUMENT_MEMO : 0))
    if (sheet.epochs > before) epochs.theirs.push(step)
    const { plan } = await session.render(plain, { messages: [] })
    if (plan?.entries.some((entry) => entry.kind === 'edits' && entry.by === 'compact'))
      note(epochs, step, session.view.items)
    if (step % Number(values.every) >= 2) continue
    const ours = session.view.items.reduce((sum, item) => sum + saidTokens(item), 0)
    const theirs = total(sheet) + (sheet.epochs > 0 ? DOCUMENT_MEMO : 0)
    console.log(`${step}\t${theirs}\t${ours}\t${epochs.theirs.length}, ${epochs.ours.length}`)
  }
  console.log(summed(epochs))
  await pack.close()
}

/** What stands for the folded messages after each epoch: a memo in `claudeCode`, the story in `daypack`. */
async function summariesOf(preset: Preset): Promise<string> {
  const driver = memoryDriver({ now: Date.now })
  const pack = await createDaypack({
    driver,
    preset,
    window: WINDOW,
    memory: false,
    retention: false,
    tuning: { maxOutput: 1 },
  })
  const session = await pack.session('one')
  const epochs: Epochs = { theirs: [], ours: [], memos: [] }
  for (const [step, message] of messages.entries()) {
    await session.append(message)
    if (message.role === 'assistant') continue
    const { plan } = await session.render(plain, { messages: [] })
    if (plan?.entries.some((entry) => entry.kind === 'edits' && entry.by === 'compact'))
      note(epochs, step, session.view.items)
  }
  await pack.close()
  return `${preset.name}: compacted at step ${epochs.ours.join(', ')}; summary ${epochs.memos.join(', ')} tokens`
}

/** The steps with a compaction, and the tokens of our memo after each. */
type Epochs = { readonly theirs: number[]; readonly ours: number[]; readonly memos: number[] }

function note(epochs: Epochs, step: number, items: readonly Item[]): void {
  epochs.ours.push(step)
  const fold = items.find((item) => item.kind === 'fold')
  epochs.memos.push(fold ? saidTokens(fold) : 0)
}

function summed({ theirs, ours, memos }: Epochs): string {
  return `compacted at step ${theirs.join(', ')} by the document, ${ours.join(', ')} here; memo ${memos.join(', ')} tokens`
}

function heading(name: string): string {
  return `\n${name}, window ${WINDOW}: tokens of messages and summary before each request\nstep\tby the document\tours\tepochs (document, ours)`
}
