import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { onTestFinished, vi } from 'vitest'
import type { Message } from 'daypack'
import { enter, openChatPack } from '../../src/chat/workspace.ts'
import { runCommand } from '../../src/chat/slash/index.ts'
import { recordTasks, type MemoryTask } from '../../src/chat/slash/memory.ts'
import type { Chat } from '../../src/chat/types.ts'
import type { Config } from '../../src/config/schema.ts'

export { row } from '../../../daypack/test/seeds/row.ts'

export function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'daypack-chat-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

export const saying = (role: 'user' | 'assistant', text: string): Message => ({
  role,
  blocks: [{ type: 'text', text }],
})

/** Twelve messages, as the documents' example has them. */
export const TALK = Array.from({ length: 12 }, (_, at) =>
  at % 2 === 0
    ? saying(
        'user',
        `Step ${at}: build the login in src/part${at}.ts, and keep the rule about argon2. ${'It matters. '.repeat(12)}`,
      )
    : saying('assistant', `Done with step ${at}; src/part${at}.ts works. ${'All is well. '.repeat(12)}`),
)

/** A model that answers the same to everything. */
export function answering(text: string) {
  const usage = {
    inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  }
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: text },
          { type: 'text-end', id: '1' },
          { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } },
        ],
      }),
    }),
  })
}

/** A chat without a terminal: what it says is kept. */
export async function chatOn(
  given: Config,
  messages: readonly Message[] = [],
  cwd = folder(),
  env: Record<string, string> = {},
) {
  const config = { memory: { enabled: false }, ...given }
  const said: string[] = []
  const ui = {
    line: (text = '') => void said.push(text),
    write: (text: string) => void said.push(text),
    unfolding: (text: string) => void said.push(text),
    meter: () => {},
    ask: async () => 'y',
    width: 100,
  }
  const model = { label: 'scripted', provider: 'scripted', id: 'm', model: 'm' as never, secrets: [] }
  const tasks: MemoryTask[] = []
  const onMemory = recordTasks(tasks, Date.now)
  const pack = await openChatPack(config, model, { cwd, env, onMemory })
  const base = {
    pack,
    config,
    model,
    preamble: '',
    cwd,
    env,
    ui,
    now: Date.now,
    tasks,
    onMemory,
  }
  const flush = config.memory?.enabled === false ? undefined : vi.spyOn(pack.memory, 'flush')
  const chat: Chat = { ...base, ...(await enter(base, 's')) }
  for (const message of messages) await chat.session.append(message)
  /** What a tool of the chat answers the agent. */
  const call = (name: string, input: object) =>
    Promise.resolve(chat.tools.find((tool) => tool.name === name)?.run(input, { signal: new AbortController().signal }))
  const type = async (line: string) => {
    said.length = 0
    await runCommand(chat, line, new AbortController().signal)
    return said.join('\n')
  }
  /** How often notes were asked for. */
  const flushes = () => flush?.mock.calls.length ?? 0
  return { chat, type, call, said, flushes, close: () => chat.pack.close() }
}
