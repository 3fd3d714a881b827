// One long real session through all five presets: what the model is shown turn by turn, how often the prompt cache breaks,
// what it costs, and whether everything can still be read back. Run: node --conditions=daypack-source examples/presets.ts
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cost, createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { PRESET_NAMES, type PresetName } from 'daypack/presets'
import { readTranscript } from '../lab/src/transcripts/read.ts'
import { requestsOf } from '../lab/src/transcripts/requests.ts'
import type { Transcript } from '../lab/src/transcripts/transcript.ts'

const WINDOW = 64_000
const TTL_MS = 5 * 60_000
const BYTES_PER_TOKEN = 3

type Body = {
  readonly system?: unknown
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** A provider's prompt cache, as bills show it: the longest known beginning is read, the rest is written. */
function meter() {
  let last: { parts: string[]; at: number } = { parts: [], at: 0 }
  let breaks = 0
  return {
    bill(body: Body, at: number, output: number) {
      const texts = [JSON.stringify(body.system ?? ''), ...body.messages.map((message) => JSON.stringify(message))]
      const parts = texts.map((text) => createHash('sha256').update(text).digest('base64'))
      const differs = last.parts.findIndex((part, index) => part !== parts[index])
      const isWarm = at - last.at <= TTL_MS
      if (differs >= 0) breaks++
      const same = isWarm ? (differs < 0 ? last.parts.length : differs) : 0
      const tokens = (from: number, to: number): number =>
        Math.ceil(texts.slice(from, to).join('').length / BYTES_PER_TOKEN)
      last = { parts, at }
      return {
        input_tokens: 0,
        cache_read_input_tokens: tokens(0, same),
        cache_creation_input_tokens: tokens(same, texts.length),
        output_tokens: output,
      }
    },
    get breaks() {
      return breaks
    },
  }
}

async function replay(name: PresetName, transcript: Transcript) {
  const dir = await mkdtemp(path.join(tmpdir(), 'daypack-presets-'))
  let now = 0
  const pack = await createDaypack({ dir, window: WINDOW, preset: name, memory: false, tuning: { now: () => now } })
  try {
    const session = await pack.session(name)
    const cache = meter()
    const perTurn: number[] = []
    for (const { request, reply, time, billed } of requestsOf(transcript, 'anthropic')) {
      now = time ?? now + 20_000
      const { request: sent, problem } = await session.prepare(anthropic, request as never)
      if (problem) throw problem
      if (transcript.messages[transcript.messages.indexOf(reply) - 1]?.role === 'user')
        perTurn.push(session.view.size.tokens)
      const usage = cache.bill(sent, now, billed?.output ?? 100)
      const { content } = (anthropic.encode({ messages: [reply] }, { ...request, messages: [] }) as unknown as Body)
        .messages[0] ?? { content: [] }
      await session.record(anthropic, { role: 'assistant', content, model: transcript.model, usage } as never)
    }
    const { entries } = await (pack.driver.log as NonNullable<typeof pack.driver.log>).read(name)
    const results = transcript.messages.flatMap((message) =>
      message.blocks.flatMap((block) => (block.type === 'tool-result' ? [block] : [])),
    )
    const originals = session.view.slots.flatMap((slot) =>
      slot.message.blocks.flatMap((block) => (block.type === 'tool-result' ? [block.content] : [])),
    )
    const back = await Promise.all(originals.map((content) => session.readBack(content)))
    const readBack = results.filter(
      (result, index) => 'text' in result.content && result.content.text === back[index],
    ).length
    return {
      name,
      perTurn,
      breaks: cache.breaks,
      report: cost(entries, { window: WINDOW }),
      readBack,
      results: results.length,
    }
  } finally {
    await pack.close()
    await rm(dir, { recursive: true })
  }
}

const transcript = readTranscript(path.join(import.meta.dirname, '../packages/cli/demo/pi-session.jsonl.br'))
const rows: Awaited<ReturnType<typeof replay>>[] = []
for (const name of PRESET_NAMES) rows.push(await replay(name, transcript))

const cell = (value: string | number, width = 12): string => String(value).padStart(width)
console.log(
  `${transcript.messages.length} messages, window ${WINDOW} tokens. Tokens shown to the model, every 8th turn of the user:\n`,
)
console.log(cell('turn', 6) + rows.map(({ name }) => cell(name)).join(''))
for (let turn = 0; turn < (rows[0]?.perTurn.length ?? 0); turn += 8)
  console.log(cell(turn + 1, 6) + rows.map(({ perTurn }) => cell(perTurn[turn] ?? '')).join(''))
console.log()
const lines: [string, (row: (typeof rows)[number]) => string | number][] = [
  ['cache breaks', (row) => row.breaks],
  ['epochs', (row) => row.report.epochs.length - 1],
  ['cost, $', (row) => row.report.cost.dollars?.toFixed(2) ?? '?'],
  ['unmanaged, $', (row) => row.report.unmanaged.dollars?.toFixed(2) ?? '?'],
  ['from the cache', (row) => `${Math.round(row.report.cached * 100)} %`],
  ['read back', (row) => `${Math.round((row.readBack / row.results) * 100)} %`],
]
for (const [title, value] of lines)
  console.log(title.padEnd(15) + rows.map((row, index) => cell(value(row), index === 0 ? 3 : 12)).join(''))
