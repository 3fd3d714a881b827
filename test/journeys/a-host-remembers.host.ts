import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, wrapLanguageModel, type ModelMessage } from 'ai'
import { createDaypack } from 'daypack'
import { daypackMiddleware } from 'daypack/hosts/ai-sdk'

// A host as one writes it from the documentation: one process a day, one conversation in it. Arguments: the workspace, where the
// model is, the day, and what the user says.
const [dir = '', baseURL = '', day = '', ...said] = process.argv.slice(2)
const pack = await createDaypack({ dir, tuning: { now: () => Date.parse(`${day}T09:00:00Z`) } })
const model = wrapLanguageModel({
  model: createAnthropic({ apiKey: 'test', baseURL })('claude-opus-4-5'),
  middleware: daypackMiddleware(await pack.session(day)),
})
const messages: ModelMessage[] = []
let wish: string | undefined
for (const content of said) {
  if (wish !== undefined && content === 'yes') {
    await pack.memory.forget({ wish }, { everywhere: true })
    continue
  }
  wish = (await pack.memory.forgetRequest(content))?.wish
  if (wish !== undefined) continue
  messages.push({ role: 'user', content })
  const { text } = await generateText({ model, instructions: 'You help with a shop.', messages })
  messages.push({ role: 'assistant', content: text })
}
await pack.close()
