// One long recorded session through the presets of the documents: the size of the context at each step by the documents' own
// rules, computed apart (rules.ts), and ours. Run: node --conditions=daypack-source bench/seeds/main.ts [--every 40]
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDaypack, type Message } from '../../packages/daypack/src/index.ts'
import { memoryDriver } from '../../packages/daypack/src/drivers/memory/index.ts'
import { saidTokens } from '../../packages/daypack/src/presets/count.ts'
import { copaw, miniClaude, qwenpaw, type Preset } from '../../packages/daypack/src/presets/index.ts'
import { readTranscript } from '../../packages/cli/src/transcripts/read.ts'
import { plain } from '../../packages/daypack/test/engine/say.ts'
import { add, tiers, total, type Sheet } from './mini.ts'
import { alignedTail, sizes, sum, type Rules } from './rules.ts'

const { values } = parseArgs({ options: { every: { type: 'string', default: '100' } } })
const WINDOW = 64_000
const file = path.join(import.meta.dirname, '../../fixtures/pi-session.jsonl.gz')
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
  const pack = await createDaypack({ driver, preset, window: WINDOW, maxOutput: 1, memory: false, retention: false })
  const session = await pack.session('one')
  let theirs: Message[] = []
  const epochs = { theirs: 0, ours: 0 }
  console.log(heading(name))
  for (const [step, message] of messages.entries()) {
    await session.append(message)
    theirs.push(message)
    if (message.role === 'assistant') continue
    const { plan } = await session.render(plain, { messages: [] })
    if (plan?.tide === 'pressure') epochs.ours++
    // A document says nothing of the summary's size: ours is taken, so that only the rules are compared.
    const fold = session.view.items.find((item) => item.kind === 'fold')
    const summary = epochs.theirs > 0 && fold ? saidTokens(fold) : 0
    const list = sizes(theirs, rules)
    const counted = rules === QWENPAW ? rules.measured(list) + summary : rules.measured(list)
    if (counted > rules.threshold) {
      theirs = theirs.slice(-rules.kept(list))
      epochs.theirs++
    }
    if (step % Number(values.every) < 2) {
      const ours = session.view.items.reduce((total, item) => total + saidTokens(item), 0)
      console.log(`${step}\t${sum(sizes(theirs, rules)) + summary}\t${ours}\t${epochs.theirs}, ${epochs.ours}`)
    }
  }
  await pack.close()
}

await run('copaw', copaw(), COPAW)
await run('qwenpaw', qwenpaw(), QWENPAW)
await runMini()

async function runMini(): Promise<void> {
  const driver = memoryDriver({ now: Date.now })
  const preset = miniClaude()
  const pack = await createDaypack({ driver, preset, window: WINDOW, maxOutput: 1, memory: false, retention: false })
  const session = await pack.session('one')
  const sheet: Sheet = { rows: [], epochs: 0 }
  const paths = new Map<string, string>()
  let epochs = 0
  console.log(heading('miniClaude'))
  for (const [step, message] of messages.entries()) {
    await session.append(message)
    add(sheet, message, paths)
    if (message.role === 'assistant') continue
    // The document's gauge is the bill, where names, ids and braces of the wire count too: as much as ours has of them.
    const wire = session.view.size.tokens - session.view.items.reduce((sum, item) => sum + saidTokens(item), 0)
    const last = session.view.items.find((item) => item.kind === 'fold')
    tiers(sheet, WINDOW, wire + (sheet.epochs > 0 && last ? saidTokens(last) : 0))
    const { plan } = await session.render(plain, { messages: [] })
    if (plan?.entries.some((entry) => entry.kind === 'edits' && entry.by === 'compact')) epochs++
    const fold = session.view.items.find((item) => item.kind === 'fold')
    const summary = fold ? saidTokens(fold) : 0
    if (step % Number(values.every) >= 2) continue
    const ours = session.view.items.reduce((sum, item) => sum + saidTokens(item), 0)
    const theirs = total(sheet) + (sheet.epochs > 0 ? summary : 0)
    console.log(`${step}\t${theirs}\t${ours}\t${sheet.epochs}, ${epochs}`)
  }
  await pack.close()
}

function heading(name: string): string {
  return `\n${name}, window ${WINDOW}: tokens of messages and summary before each request\nstep\tby the document\tours\tepochs (document, ours)`
}
