// One turn through the built library, in whatever runtime this is started: node, bun or deno.
import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { memoryDriver } from 'daypack/drivers'

const pack = await createDaypack({ driver: memoryDriver(), memory: false })
const session = await pack.session('smoke')
const messages = [{ role: /** @type {const} */ ('user'), content: 'Hello.' }]
const { request } = await session.prepare(anthropic, { model: 'claude-opus-4-5', max_tokens: 100, messages })
await pack.close()
if (JSON.stringify(request.messages) !== JSON.stringify(messages)) throw new Error('The request was changed.')
console.log('One turn went through as it came.')
