// LangGraph checkpoints: the thread is kept whole by the checkpointer, the model is sent what fits; a thread taken up again
// goes on where it was.
import { MemorySaver } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { daypackMiddleware } from 'daypack/hosts/langchain'
import { startProvider } from 'daypack-testing'
import { createAgent, HumanMessage } from 'langchain'

const WINDOW = 12_000
const provider = await startProvider({
  script: ({ index }) => ({ text: `Answer ${index}. ${'So it is. '.repeat(200)}` }),
  window: WINDOW,
})
const pack = await createDaypack({ driver: memoryDriver(), window: WINDOW, tuning: { maxOutput: 1_000 } })
const checkpointer = new MemorySaver()

/** Made anew for every request, as a server does: the thread's id leads to its checkpoint and to its session. */
async function ask(thread: string, question: string): Promise<number> {
  const model = new ChatOpenAI({
    model: 'gpt-5.5',
    apiKey: 'scripted',
    maxTokens: 1_000,
    configuration: { baseURL: `${provider.url}/v1` },
  })
  const session = await pack.session(thread)
  const agent = createAgent({ model, tools: [], checkpointer, middleware: [daypackMiddleware(session)] })
  const state = await agent.invoke({ messages: [new HumanMessage(question)] }, { configurable: { thread_id: thread } })
  return state.messages.length
}

let kept = 0
for (let turn = 1; turn <= 30; turn++)
  kept = await ask('thread-1', `Question ${turn}. ${'Please look into it. '.repeat(60)}`)
const { view } = await pack.session('thread-1')
const epochs = new Set(view.batches.flatMap((batch) => batch.epoch ?? [])).size
console.log(
  `${kept} messages in the checkpoint, ${view.size.tokens} tokens in view, window ${WINDOW}, ${epochs} epochs`,
)
await pack.close()
await provider.close()
