import { anthropic } from '../../src/codecs/anthropic/index.ts'
import { createDaypack, type DaypackOptions } from '../../src/index.ts'
import { memoryDriver } from '../../src/drivers/memory/index.ts'
import type { Message } from '../../src/model/message.ts'
import type { Preset } from '../../src/presets/index.ts'
import { answer, openDesk, request, step, type Desk } from '../../../daypack-testing/src/desk.ts'
import { plain, type PlainRequest } from '../engine/say.ts'
import { lines } from './login.ts'

export { lines, LOGIN } from './login.ts'

export { row } from './row.ts'

export const system = (text: string): Message => ({ role: 'system', blocks: [{ type: 'text', text }] })
/** A text of exactly so many tokens by the documents' rule. */
export const tokens = (count: number, letter = 'x'): string => letter.repeat(count * 4)

/** Passes of a preset on messages, one request. */
export async function desk(preset: Preset, window: number, messages: readonly Message[], idleMs = 0): Promise<Desk> {
  const { timing, policy, readTool = 'read_file' } = preset.options
  const made = openDesk({ window, timing, policy, readTool, idleMs })
  await made.say(...messages)
  await made.run(preset.options.passes, idleMs > 0 ? { isCold: true } : {})
  return made
}

/** A whole pack on a driver in memory. */
export async function open(
  preset: Preset,
  messages: readonly Message[] = [],
  options: Partial<Omit<DaypackOptions, 'driver' | 'dir'>> = {},
) {
  const driver = memoryDriver({ now: options.tuning?.now ?? Date.now, zone: 'UTC' })
  const pack = await createDaypack({ driver, preset, memory: false, retention: false, ...options })
  const session = await pack.session('one')
  for (const message of messages) await session.append(message)
  const send = (extra?: string) => {
    const like: PlainRequest = { messages: [], ...(extra !== undefined && { extra }) }
    return session.render(plain, like)
  }
  /** As Anthropic's wire has it. */
  const sendWire = async () => {
    const like = { model: 'claude-opus-4-5', max_tokens: 100, messages: [] }
    return (await session.render(anthropic, like)).request as { system?: unknown; messages: unknown[] }
  }
  return { pack, driver, session, send, sendWire }
}

export function foldOf(view: { readonly items: readonly { readonly kind: string }[] }): string {
  const fold = view.items.find((item) => item.kind === 'fold') as { summary: { text: string } } | undefined
  return fold?.summary.text ?? ''
}

export const NOTE = `<analysis>private thoughts</analysis><summary>
## Goal
- Build a user login system [seq 1]
## Constraints & Preferences
- Use TypeScript, no frameworks [seq 1]
## Progress
### Done
- [x] login API in src/auth.ts [seq 4]
### In Progress
- registration
### Blocked
- ECONNREFUSED in connectDatabase()
## Key Decisions
- JWT over Sessions: stateless [seq 6]
## Next Steps
- password reset
## Critical Context
- src/auth.ts
</summary>`

/** Work behind it, so that what is folded is a real stretch of a session. */
export const SMALL: readonly Message[] = Array.from({ length: 12 }, (_, at) => [
  request(`Check part ${at}, please.`),
  ...step({ tool: 'run_shell', input: { command: `make part${at}` }, output: lines(400, `part ${at}`) }),
  answer(`Part ${at} is fine.`),
]).flat()

/** A model that writes the note, and what it was asked. */
export function noteWriter() {
  const asks: string[] = []
  const summarize = ({ prompt }: { readonly prompt: string }) => {
    asks.push(prompt)
    return Promise.resolve(NOTE)
  }
  return { asks, summarize }
}

/** How often a model that always fails is called while a session of so many messages grows. */
export async function callsThatFail(
  preset: Preset,
  messages: number,
  tokensEach: number,
  options: Partial<Omit<DaypackOptions, 'driver' | 'dir'>> = {},
): Promise<number> {
  let calls = 0
  const summarize = () => {
    calls++
    return Promise.reject(new Error('overloaded'))
  }
  const { session, send } = await open(preset, [], { ...options, summarize })
  for (let at = 0; at < messages; at++) {
    await session.append(at % 2 === 0 ? request(tokens(tokensEach)) : answer(tokens(tokensEach)))
    await send()
  }
  return calls
}
