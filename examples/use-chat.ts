// AI SDK useChat: the server behind it. The page sends only its newest message; what was said before is kept as UIMessages
// in a file, whole, while the model is sent what fits.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnthropic } from '@ai-sdk/anthropic'
import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  wrapLanguageModel,
  type UIMessage,
} from 'ai'
import { createDaypack } from 'daypack'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
import { startProvider } from 'daypack-testing'

const WINDOW = 12_000
const folder = await mkdtemp(join(tmpdir(), 'daypack-use-chat-'))
const provider = await startProvider({
  script: ({ shown }) => ({
    text: `I see ${shown.length < 60_000 ? 'a window that fits' : 'too much'}. ${'Noted. '.repeat(300)}`,
  }),
  window: WINDOW,
})
const anthropic = createAnthropic({ apiKey: 'scripted', baseURL: `${provider.url}/v1` })
const pack = await createDaypack({ dir: join(folder, 'workspace'), window: WINDOW, tuning: { maxOutput: 1_000 } })

const stored = (id: string) => join(folder, `${id}.json`)
const load = async (id: string): Promise<UIMessage[]> =>
  JSON.parse(await readFile(stored(id), 'utf8').catch(() => '[]')) as UIMessage[]

/** `POST /api/chat`, as a route handler of Next.js or anything else that speaks Request and Response. */
async function POST(request: Request): Promise<Response> {
  const { id, message } = (await request.json()) as { id: string; message: UIMessage }
  const messages = [...(await load(id)), message]
  const session = await pack.session(id)
  const model = wrapLanguageModel({ model: anthropic('claude-sonnet-5-5'), middleware: daypackMiddleware(session) })
  const { stream } = streamText({ model, messages: await convertToModelMessages(messages), maxOutputTokens: 1_000 })
  return createUIMessageStreamResponse({
    stream: toUIMessageStream({
      stream,
      originalMessages: messages,
      onEnd: async ({ messages: all }) => writeFile(stored(id), JSON.stringify(all)),
    }),
  })
}

// The page: thirty turns, each with the newest message alone.
for (let turn = 1; turn <= 30; turn++) {
  const message = {
    id: `u${turn}`,
    role: 'user',
    parts: [{ type: 'text', text: `Turn ${turn}: ${'tell me more. '.repeat(80)}` }],
  }
  const response = await POST(
    new Request('http://app/api/chat', { method: 'POST', body: JSON.stringify({ id: 'chat-1', message }) }),
  )
  await response.text()
}
const kept = await load('chat-1')
const { batches, size } = (await pack.session('chat-1')).view
const epochs = new Set(batches.flatMap((batch) => batch.epoch ?? [])).size
console.log(`${kept.length} UIMessages kept whole, ${size.tokens} tokens in view, window ${WINDOW}, ${epochs} epochs`)
await pack.close()
await provider.close()
await rm(folder, { recursive: true })
