import { createHash } from 'node:crypto'
import path from 'node:path'
import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { Block } from '../../src/model/message.ts'
import type { EditsEntry } from '../../src/model/entry.ts'
import type { PresetName } from '../../src/presets/index.ts'
import { readTranscript } from '../../../../lab/src/transcripts/read.ts'
import { requestsOf } from '../../../../lab/src/transcripts/requests.ts'
import { byBytes } from '../../src/tokens/count.ts'

const SESSION = path.join(import.meta.dirname, '../../../cli/demo/pi-session.jsonl.br')
const WINDOW = 16_000
/** Enough for several epochs in every preset. */
const MESSAGES = 320
const STEP_MS = 20_000

/**
 * The bundled session in a small window: every change with its reason, then what the model sees in the end. It is whole for the
 * default preset; for the others, what is shown as the recording has it is named by its beginning.
 */
export async function goldenTranscript(preset: PresetName): Promise<string> {
  const whole = readTranscript(SESSION)
  const transcript = { ...whole, messages: whole.messages.slice(0, MESSAGES) }
  let now = Date.UTC(2026, 0, 5, 9)
  const pack = await createDaypack({
    driver: memoryDriver({ now: () => now, zone: 'UTC' }),
    preset,
    window: WINDOW,
    memory: false,
    retention: false,
    tuning: { now: () => now, counter: byBytes(4) },
  })
  const session = await pack.session('golden')
  const plan: string[] = []
  let sent: unknown
  for (const [at, { request }] of [...requestsOf(transcript, 'anthropic')].entries()) {
    now += STEP_MS
    const prepared = await session.prepare(anthropic, request as never)
    sent = prepared.request
    for (const entry of prepared.plan?.entries ?? [])
      if (entry.kind === 'edits') plan.push(`request ${at + 1}: ${lineOf(entry)}`)
  }
  const { system, messages } = anthropic.decode(sent as never)
  const said = new Set(preset === 'daypack' ? [] : transcript.messages.flatMap(({ blocks }) => blocks.map(told)))
  const shown = [...(system ? [system] : []), ...messages].map(
    ({ role, blocks }) => `--- ${role}\n${blocks.map((block) => shortened(told(block), said)).join('\n')}`,
  )
  const { tokens, bytes } = session.view.size
  await pack.close()
  return `# Plan\n\n${plan.join('\n')}\n\n# View: ${messages.length} messages, ${tokens} tokens, ${bytes} bytes\n\n${shown.join('\n\n')}\n`
}

function lineOf({ by, why, edits, saved, epoch }: EditsEntry): string {
  return `${by}${epoch === undefined ? '' : ' (epoch)'}: ${why}; ${edits.length} edits, ${saved} tokens saved`
}

const ENDS_CHARS = 300
const BEGINNING_CHARS = 60

function shortened(text: string, said: ReadonlySet<string>): string {
  if (!said.has(text) || text.length <= 2 * BEGINNING_CHARS) return text
  return `${text.slice(0, BEGINNING_CHARS)} [… ${text.length - BEGINNING_CHARS} more characters, as recorded …]`
}

function told(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'tool-call':
      return `[call ${block.tool} ${ends(JSON.stringify(block.input))}]`
    case 'tool-result':
      return `[result of ${block.tool}]\n${ends('text' in block.content ? block.content.text : block.content.ref)}`
    case 'media':
      return `[${block.mediaType}]`
    case 'opaque':
      return `[${block.purpose}]`
  }
}

/** Start, end, and a hash of what is between: a change anywhere shows. */
function ends(text: string): string {
  if (text.length <= 2 * ENDS_CHARS) return text
  const between = text.slice(ENDS_CHARS, -ENDS_CHARS)
  const hash = createHash('sha256').update(between).digest('hex').slice(0, 12)
  return `${text.slice(0, ENDS_CHARS)}\n[… ${between.length} characters, ${hash} …]\n${text.slice(-ENDS_CHARS)}`
}
