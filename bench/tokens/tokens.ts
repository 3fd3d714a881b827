// How far off are the counts? By content class against exact o200k, and against what was really billed:
//   node --conditions=daypack-source bench/tokens/tokens.ts [--small]
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Usage } from '../../packages/daypack/src/model/usage.ts'
import { promptTokens, toBilled, correction } from '../../packages/daypack/src/plan/budget.ts'
import { readTranscripts } from '../../lab/src/transcripts/read.ts'
import { byBytes, o200k, messageSizes, MESSAGE_OVERHEAD } from '../../packages/daypack/src/tokens/count.ts'
import { data } from '../compaction/data.ts'

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } })
const exact = await o200k()
const SAMPLE = values.small ? 60_000 : 300_000
/** As many bills as a view keeps. */
/** Sessions of this kind of agent have it. */
const WINDOW = 200_000
const KEPT = 8

console.log('content class | bytes | o200k tokens | counted in slices | bytes/4 | chars/4')
for (const { name, text } of classes()) {
  const tokens = countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() })
  const off = (estimate: number) => `${(100 * (estimate / tokens - 1)).toFixed(1)} %`
  console.log(
    [
      name,
      Buffer.byteLength(text),
      tokens,
      off(exact.count(text)),
      off(byBytes(4).count(text)),
      off(text.length / 4),
    ].join(' | '),
  )
}

const bare: number[] = []
const factored: number[] = []
const anchored: number[] = []
const folder = path.join(data, 'trajectories', 'entire-cli')
let sessions = 0
for (const file of readdirSync(folder)
  .toSorted()
  .slice(0, values.small ? 8 : undefined)) {
  for (const transcript of readTranscripts(path.join(folder, file))) {
    sessions++
    measure(transcript)
  }
}
const report = (name: string, errors: number[]) => {
  const sorted = errors.toSorted((one, other) => one - other)
  const at = (share: number) => `${(100 * (sorted[Math.floor(sorted.length * share)] ?? 0)).toFixed(2)} %`
  console.log([name, sorted.length, at(0.5), at(0.9), at(0.99)].join(' | '))
}
console.log(`\nbilled requests of ${sessions} sessions | requests | median error | 90th percentile | 99th`)
report('counted alone (system prompt and tools are not in the recordings)', bare)
report('with the learned factor', factored)
report('anchored on the last bill', anchored)

/** Requests up to the first compaction of the recording: behind it the agent no longer sent what the file holds. */
function measure(transcript: ReturnType<typeof readTranscripts>[number]): void {
  const end = transcript.compactions[0] ?? transcript.messages.length
  const billed = new Map(transcript.usage.map((usage) => [usage.at, usage.billed]))
  const usages: Usage[] = []
  let counted = 0
  for (const [at, message] of transcript.messages.entries()) {
    if (at >= end) break
    const bill = billed.get(at)
    if (bill && counted > 0) {
      const usage: Usage = { ...bill, head: at, counted: { tokens: counted, bytes: 0 } }
      const real = promptTokens(usage)
      if (real > 0) {
        const by = correction(usages, bill.model, 0, WINDOW)
        bare.push(Math.abs(counted / real - 1))
        if (usages.length > 0) {
          factored.push(Math.abs(toBilled(counted, { ...by, offset: 0 }) / real - 1))
          anchored.push(Math.abs(toBilled(counted, by) / real - 1))
        }
        usages.push(usage)
        if (usages.length > KEPT) usages.shift()
      }
    }
    counted += messageSizes(message, exact.count).reduce((sum, size) => sum + size.tokens, MESSAGE_OVERHEAD.tokens)
  }
}

function* classes(): Generator<{ name: string; text: string }> {
  const base = path.join(data, 'files')
  for (const kind of readdirSync(base).toSorted()) {
    let text = ''
    for (const file of readdirSync(path.join(base, kind)).toSorted()) {
      const bytes = readFileSync(path.join(base, kind, file))
      text += (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8').slice(0, SAMPLE / 2)
      if (text.length > SAMPLE) break
    }
    yield { name: kind, text: text.slice(0, SAMPLE) }
  }
  const said = { 'tool results': '', 'tool calls': '', 'assistant text': '' }
  for (const transcript of readTranscripts(
    path.join(
      data,
      'trajectories',
      'entire-cli',
      readdirSync(path.join(data, 'trajectories', 'entire-cli')).toSorted()[1] ?? '',
    ),
  )) {
    for (const block of transcript.messages.flatMap((message) => message.blocks)) {
      if (block.type === 'tool-result' && 'text' in block.content) said['tool results'] += block.content.text
      if (block.type === 'tool-call') said['tool calls'] += JSON.stringify(block.input)
      if (block.type === 'text') said['assistant text'] += block.text
    }
  }
  for (const [name, text] of Object.entries(said)) yield { name, text: text.slice(0, SAMPLE) }
}
