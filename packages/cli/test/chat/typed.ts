import type { Message } from 'daypack'
import type { Config } from '../../src/config/schema.ts'
import { chatOn, saying } from '../seeds/chat-support.ts'

export const CONFIG: Config = { window: 10_000 }
const LATER = Date.UTC(2026, 0, 5, 9)

/** A question, a call with its result, an answer with a picture. */
export const TALK: Message[] = [
  saying('user', 'Look at src/login.ts, please.'),
  {
    role: 'assistant',
    blocks: [
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', callId: 'c', tool: 'read_file', input: { path: 'src/login.ts' } },
    ],
  },
  {
    role: 'tool',
    blocks: [
      { type: 'tool-result', callId: 'c', tool: 'read_file', content: { text: 'export const login = 1\n'.repeat(40) } },
    ],
  },
  saying('assistant', 'It is fine.'),
  saying('user', 'Now the rest.'),
]

/** Without what differs from run to run. */
export function maskedIn(answer: string, cwd: string): string {
  return answer
    .replaceAll(cwd, '<cwd>')
    .replaceAll(/chat-\d{8}-\d{6}-\w+/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/Tools take \S+/g, 'Tools take <some>')
}

/** What the chat answers to line after line, each answer by its lines. */
export async function typed(lines: readonly string[], config: Config = CONFIG, messages: readonly Message[] = TALK) {
  const { chat, type, close } = await chatOn(config, messages)
  Object.assign(chat, { now: () => LATER })
  const answers: string[][] = []
  for (const line of lines) answers.push(maskedIn(await type(line), chat.cwd).split('\n'))
  await close()
  return answers
}
