import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDaypack, type Message, type Session } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { onTestFinished } from 'vitest'

const START = Date.UTC(2026, 4, 4, 9)
const STEP_MS = 20_000

export type Made = { readonly dir: string; readonly id: string }

/** A folder that goes with the test. */
export async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'daypack-inspect-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** A session with this many replies, sent through the engine as an agent would, with bills. */
export async function agentSession(
  dir: string,
  options: { steps: number; window: number; id?: string; user?: string },
): Promise<Made> {
  const { steps, window, id = 'work', user } = options
  let now = START
  const pack = await createDaypack({ dir, window, retention: false, memory: false, tuning: { now: () => now } })
  const session = await pack.session(id, user === undefined ? undefined : { user })
  await steady(session, steps, () => (now += STEP_MS))
  await pack.close()
  return { dir, id }
}

/** More steps of the same agent in an open session. */
export async function steady(session: Session, steps: number, tick: () => void, from = 0): Promise<void> {
  const messages: object[] = []
  let cached = 0
  for (let step = from; step < from + steps; step++) {
    tick()
    if (step % 10 === 0) messages.push({ role: 'user', content: `Task ${step}: look at the file number ${step}.` })
    const request = {
      model: 'claude-sonnet-4-5',
      max_tokens: 1_000,
      system: 'You are careful.',
      messages: [...messages],
    }
    const { plan } = await session.prepare(anthropic, request as never, { aside: false })
    const content = [
      { type: 'text', text: `Step ${step}.` },
      { type: 'tool_use', id: `call-${step}`, name: 'read_file', input: { path: `src/file-${step}.ts` } },
    ]
    const prompt = session.view.size.tokens
    const read = plan?.tide === 'none' ? Math.min(cached, prompt) : 0
    const usage = {
      input_tokens: 0,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: prompt - read,
      output_tokens: 40,
    }
    await session.record(anthropic, { model: 'claude-sonnet-4-5', content, usage })
    cached = prompt
    const text = `needle-${step} ${'export const value = 1 // a line of the file\n'.repeat(20)}`
    messages.push(
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `call-${step}`, content: text }] },
    )
  }
}

/** Messages put into a log one after the other, for what must be exact. */
export async function said(dir: string, id: string, messages: readonly Message[]): Promise<Made> {
  const pack = await createDaypack({
    dir,
    window: 200_000,
    retention: false,
    memory: false,
    tuning: { now: () => START },
  })
  const session = await pack.session(id)
  for (const message of messages) await session.append(message)
  await pack.close()
  return { dir, id }
}
