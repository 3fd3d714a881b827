// Hand-offs of the OpenAI Agents SDK: one session goes from agent to agent, and what the first one read is still known.
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { daypackAgents } from 'daypack/hosts/openai-agents'
import { startProvider, type ProviderCall, type ScriptedReply } from 'daypack-testing'
import { z } from 'zod'

const WINDOW = 16_000
const provider = await startProvider({ script: model, window: WINDOW })
const pack = await createDaypack({ driver: memoryDriver(), window: WINDOW, tuning: { maxOutput: 1_000 } })
const session = await pack.session('claims')
const modelProvider = new OpenAIProvider({ apiKey: 'scripted', useResponses: true, baseURL: `${provider.url}/v1` })
const runner = new Runner({ modelProvider, tracingDisabled: true })

const read_file = tool({
  name: 'read_file',
  description: 'Read one file of the claim.',
  parameters: z.object({ number: z.number() }),
  execute: ({ number }) => `File ${number} of the claim. ${'Nothing of note. '.repeat(400)} Sum: ${number * 100}.`,
})
const clerk = new Agent({ name: 'Clerk', instructions: 'You pay claims.', model: 'gpt-5.5' })
const reader = new Agent({
  name: 'Reader',
  instructions: 'You read claims.',
  model: 'gpt-5.5',
  tools: [read_file],
  handoffs: [clerk],
})

const { finalOutput, lastAgent } = await runner.run(reader, 'Settle the claim.', {
  maxTurns: 40,
  ...daypackAgents(session),
})
const epochs = new Set(session.view.batches.flatMap((batch) => batch.epoch ?? [])).size
console.log(
  `${lastAgent?.name}: ${String(finalOutput)} (${session.view.slots.length} messages, window ${WINDOW}, ${epochs} epochs)`,
)
await pack.close()
await provider.close()

/** Reads twelve files, hands over, pays. */
function model({ body, index }: ProviderCall): ScriptedReply {
  const names = JSON.stringify(body['tools'] ?? [])
  if (!names.includes('read_file')) return { text: 'Paid.' }
  if (index < 12) return { calls: [{ tool: 'read_file', input: { number: index + 1 } }] }
  return { calls: [{ tool: 'transfer_to_Clerk', input: {} }] }
}
