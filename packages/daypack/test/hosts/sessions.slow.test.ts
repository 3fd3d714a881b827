import { readdirSync } from 'node:fs'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createDaypack } from '../../src/daypack.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { daypackMiddleware } from '../../src/hosts/anthropic.ts'
import { withDaypack } from '../../src/hosts/openai.ts'
import type { JsonObject } from '../../src/model/json.ts'
import type { Session } from '../../src/session/session.ts'
import { isNight } from '../../../daypack-testing/test/size.ts'
import { startProvider, type ProviderRecord, type ScriptedReply } from '../../../daypack-testing/src/provider/index.ts'
import { readTranscript } from '../../../../lab/src/transcripts/read.ts'
import { requestsOf, type ReplayWire } from '../../../../lab/src/transcripts/requests.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'
import { cacheFigures } from './cache-figures.ts'

// Real sessions over real HTTP: what the model answered is played again, what the client sends is managed.
const data = sharedData()
const FOLDERS = ['entire-cli', 'pi-mono', 'claude-code-log', 'specstory']
const REQUESTS = { least: 40, most: 140 }
const PER_FOLDER = Number(process.env['DAYPACK_SESSIONS'] ?? 1)
const WINDOWS = [64_000, 32_000]
const MAX_OUTPUT = 2_000
const CLOCK = () => Date.UTC(2026, 10, 1)
/** Cache writes and reads as they are priced against plain input. */
const PRICE = { input: 1, cacheWrite: 1.25, cacheRead: 0.1 }

type Replay = {
  readonly name: string
  readonly requests: readonly JsonObject[]
  readonly script: readonly ScriptedReply[]
}

function replays(wire: ReplayWire): Replay[] {
  if (data === undefined) return []
  return FOLDERS.flatMap((folder) => {
    const found: Replay[] = []
    for (const file of readdirSync(path.join(data, 'trajectories', folder)).toSorted()) {
      if (found.length === PER_FOLDER) break
      if (!/\.(jsonl|md)(\.gz)?$/.test(file)) continue
      const more = wire === 'anthropic' ? { cache_control: { type: 'ephemeral' } } : {}
      const transcript = readTranscript(path.join(data, 'trajectories', folder, file))
      const requests = [...requestsOf(transcript, wire, { maxOutput: MAX_OUTPUT, more })].map(({ request }) => request)
      if (requests.length < REQUESTS.least || requests.length > REQUESTS.most) continue
      found.push({
        name: `${folder}/${file.slice(0, 8)}`,
        requests,
        script: requests.map((one, at) => recorded(wire, one, requests[at + 1])),
      })
    }
    return found
  })
}

/** The answer this request got, as the next one carries it. */
function recorded(wire: ReplayWire, request: JsonObject, next: JsonObject | undefined): ScriptedReply {
  const reply = (next?.['messages'] as readonly JsonObject[] | undefined)?.[
    (request['messages'] as readonly unknown[]).length
  ]
  if (reply?.['role'] !== 'assistant') return { text: 'Done.' }
  if (wire === 'openai-chat')
    return { raw: { object: 'chat.completion', choices: [{ index: 0, message: reply, finish_reason: 'stop' }] } }
  const content = reply['content'] ?? ''
  return {
    raw: {
      type: 'message',
      role: 'assistant',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    },
  }
}

async function send(
  wire: ReplayWire,
  url: string,
  session: Session | undefined,
  requests: readonly JsonObject[],
): Promise<void> {
  const client = clientOf(wire, url, session)
  for (const request of requests) await client(request)
}

function clientOf(
  wire: ReplayWire,
  url: string,
  session: Session | undefined,
): (request: JsonObject) => Promise<unknown> {
  if (wire === 'anthropic') {
    const middleware = session ? [daypackMiddleware(session)] : []
    const client = new Anthropic({ apiKey: 'test', baseURL: url, maxRetries: 0, middleware })
    return async (request) => client.messages.create(request as never)
  }
  const plain = new OpenAI({ apiKey: 'test', baseURL: `${url}/v1`, maxRetries: 0 })
  const client = session ? withDaypack(plain, session) : plain
  return async (request) => client.chat.completions.create(request as never)
}

function cost(requests: readonly ProviderRecord[]): number {
  return requests.reduce(
    (sum, { billed }) =>
      sum +
      (billed
        ? billed.input * PRICE.input + billed.cacheWrite * PRICE.cacheWrite + billed.cacheRead * PRICE.cacheRead
        : 0),
    0,
  )
}

test.skipIf(data === undefined).each(['anthropic', 'openai-chat'] as const)(
  `real sessions on %s${data === undefined ? `: ${NO_DATA}` : ''}`,
  { timeout: 1_800_000 },
  async (wire) => {
    const sessions = replays(wire)
    expect(sessions.length).toBeGreaterThan(0)
    for (const [at, { name, requests, script }] of sessions.entries()) {
      const free = await startProvider({ script, window: 10_000_000, now: CLOCK })
      await send(wire, free.url, undefined, requests)
      await free.close()
      const theirs = cacheFigures(free.requests)
      expect(free.requests.flatMap((request) => request.violations)).toEqual([])
      // Every session with both windows at night, with one of them for every change.
      for (const window of isNight() ? WINDOWS : WINDOWS.slice(at % 2, (at % 2) + 1)) {
        const tight = await startProvider({ script, window, now: CLOCK })
        const pack = await createDaypack({
          window,
          memory: false,
          driver: memoryDriver({ now: CLOCK }),
          tuning: { maxOutput: MAX_OUTPUT, now: CLOCK },
        })
        const session = await pack.session(name)
        await send(wire, tight.url, session, requests)
        await pack.close()
        await tight.close()
        const ours = cacheFigures(tight.requests)
        const epochs = new Set(session.view.batches.flatMap((batch) => batch.epoch ?? [])).size
        const peak = Math.max(...tight.requests.map((request) => request.promptTokens))
        if (process.env['DAYPACK_FIGURES']) {
          const row = [
            wire,
            name,
            window,
            requests.length,
            Math.max(...free.requests.map((request) => request.promptTokens)),
            peak,
            epochs,
          ]
          console.log(
            `session: ${[...row, theirs.share.toFixed(4), ours.share.toFixed(4), (cost(tight.requests) / cost(free.requests)).toFixed(3)].join(' | ')}`,
          )
        }
        expect(tight.requests.flatMap((request) => request.violations)).toEqual([])
        expect(tight.requests.length).toBe(requests.length)
        expect(peak).toBeLessThanOrEqual(window)
        expect(ours.breaks).toBeLessThanOrEqual(epochs + theirs.breaks)
        expect(ours.share).toBeGreaterThanOrEqual(0.95 * theirs.share)
      }
    }
  },
)
