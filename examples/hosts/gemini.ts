// The Google Gen AI SDK: a client whose calls stay inside the window.
import { GoogleGenAI, type Content } from '@google/genai'
import { withDaypack } from 'daypack/hosts/gemini'
import { open } from './open.ts'
import { QUESTIONS, readPage, SYSTEM } from './voyage.ts'

const { session, url, apiKey, done } = await open('GEMINI_API_KEY')
const google = new GoogleGenAI({ apiKey, ...(url ? { httpOptions: { baseUrl: url } } : {}) })
const client = withDaypack(google, session)

const parametersJsonSchema = { type: 'object', properties: { day: { type: 'integer' } }, required: ['day'] }
const read_page = { name: 'read_page', description: 'Read one page of the log.', parametersJsonSchema }
const config = { systemInstruction: SYSTEM, maxOutputTokens: 1_000, tools: [{ functionDeclarations: [read_page] }] }

const contents: Content[] = []
const answers: string[] = []
for (const question of QUESTIONS) {
  contents.push({ role: 'user', parts: [{ text: question }] })
  for (;;) {
    const reply = await client.models.generateContent({ model: 'gemini-2.5-pro', contents, config })
    const said = reply.candidates?.[0]?.content
    if (said) contents.push(said)
    const calls = reply.functionCalls ?? []
    if (calls.length === 0) {
      answers.push(reply.text ?? '')
      break
    }
    const parts = calls.map(({ id, name, args }) => ({
      functionResponse: {
        ...(id !== undefined && { id }),
        name: name ?? '',
        response: { output: readPage(Number(args?.['day'])) },
      },
    }))
    contents.push({ role: 'user', parts })
  }
}
await done(answers)
