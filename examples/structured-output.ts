// Structured output in the middle of a long conversation: the schema goes with the request, and the request fits.
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, jsonSchema, Output, wrapLanguageModel, type ModelMessage } from 'ai'
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'
import { startProvider } from 'daypack-testing'

const WINDOW = 12_000
const answer = { title: 'Harbour log', days: 40 }
const provider = await startProvider({ script: [answering()], window: WINDOW })
const pack = await createDaypack({ driver: memoryDriver(), window: WINDOW, tuning: { maxOutput: 1_000 } })
const session = await pack.session('report')
const claude = createAnthropic({ apiKey: 'scripted', baseURL: `${provider.url}/v1` })
const model = wrapLanguageModel({ model: claude('claude-sonnet-5-5'), middleware: daypackMiddleware(session) })

const messages: ModelMessage[] = Array.from({ length: 40 }, (_, day) => [
  { role: 'user' as const, content: `Day ${day}: ${'wind from the north, all well. '.repeat(60)}` },
  { role: 'assistant' as const, content: `Day ${day} is in the book.` },
]).flat()
messages.push({ role: 'user', content: 'Give me the title of the log and how many days it has.' })

const schema = jsonSchema<typeof answer>({
  type: 'object',
  properties: { title: { type: 'string' }, days: { type: 'integer' } },
  required: ['title', 'days'],
  additionalProperties: false,
})
const { output } = await generateText({ model, messages, output: Output.object({ schema }), maxOutputTokens: 1_000 })
console.log(`${output.title}: ${output.days} days; ${session.view.size.tokens} tokens in view, window ${WINDOW}`)
await pack.close()
await provider.close()

/** How a provider answers a schema: as JSON text. */
function answering() {
  return { text: JSON.stringify(answer) }
}
