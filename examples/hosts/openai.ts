// The OpenAI SDK with a hand-written loop over responses.
import OpenAI from 'openai'
import { withDaypack } from 'daypack/hosts/openai'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('OPENAI_API_KEY')
const client = withDaypack(new OpenAI({ apiKey, ...(url ? { baseURL: `${url}/v1` } : {}) }), session)

const parameters = {
  type: 'object',
  properties: { day: { type: 'integer' } },
  required: ['day'],
  additionalProperties: false,
}
const tools = [{ type: 'function' as const, name: 'read_page', parameters, strict: true }]

const input: OpenAI.Responses.ResponseInput = []
const answers: string[] = []
for (const content of QUESTIONS) {
  input.push({ role: 'user', content })
  for (;;) {
    const reply = await client.responses.create({
      model: 'gpt-5.5',
      instructions: SYSTEM,
      input,
      tools,
      store: false,
      include: ['reasoning.encrypted_content'],
    })
    input.push(...(reply.output as OpenAI.Responses.ResponseInputItem[]))
    const calls = reply.output.filter((item) => item.type === 'function_call')
    for (const call of calls) {
      const { day } = JSON.parse(call.arguments) as { day: number }
      input.push({ type: 'function_call_output', call_id: call.call_id, output: readPage(day) })
    }
    if (calls.length > 0) continue
    answers.push(reply.output_text)
    break
  }
}
await done(answers)
