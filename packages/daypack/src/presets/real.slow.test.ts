import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { anthropic } from '../codecs/anthropic/index.ts'
import { createDaypack } from '../daypack.ts'
import { memoryDriver } from '../drivers/memory/index.ts'
import { readTranscript } from '../../../../lab/src/transcripts/read.ts'
import { requestsOf } from '../../../../lab/src/transcripts/requests.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { validate } from '../wire/validate.ts'
import { PRESET_NAMES } from './index.ts'

const fixture = path.join(import.meta.dirname, '../../../cli/demo/pi-session.jsonl.br')
/** The first part of it; the whole in the long run. */
const MESSAGES = size(400, Infinity)
const whole = readTranscript(fixture)
const transcript = { ...whole, messages: whole.messages.slice(0, MESSAGES) }
const WINDOW = 24_000

describe.each(PRESET_NAMES)('a long real session through %s', (name) => {
  it('is always accepted, never fails and can be read back whole', async () => {
    let now = 0
    const clock = (): number => now
    const driver = memoryDriver({ now: clock })
    const pack = await createDaypack({ dir: '/nowhere', driver, window: WINDOW, preset: name, tuning: { now: clock } })
    const session = await pack.session('real')
    const problems: unknown[] = []
    session.on('problem', (problem) => problems.push(problem))
    const invalid = new Set<string>()
    for (const { request, time } of requestsOf(transcript, 'anthropic')) {
      now = time ?? now + 20_000
      const { request: sent, plan } = await session.prepare(anthropic, request as never)
      for (const { rule, level } of validate(anthropic, sent)) if (level === 'error') invalid.add(rule)
      for (const { why } of plan?.skipped ?? []) if (why.startsWith('it failed')) problems.push(why)
    }
    expect([...invalid]).toEqual([])
    expect(problems).toEqual([])
    const results = transcript.messages.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool-result'))
    const kept = session.view.slots.flatMap(({ message }) =>
      message.blocks.filter((block) => block.type === 'tool-result'),
    )
    const back = await Promise.all(kept.map(({ content }) => session.readBack(content)))
    const said = results.slice(0, kept.length).map(({ content }) => ('text' in content ? content.text : undefined))
    expect(back).toEqual(said)
    expect(kept.length).toBeGreaterThan(results.length - 20)
    await pack.close()
  })
})
