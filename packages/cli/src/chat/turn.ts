import { jsonSchema, streamText, tool, type ModelMessage, type StepResult, type ToolSet } from 'ai'
import { reasonOf, type Message } from 'daypack'
import { aiSdk } from 'daypack/hosts/ai-sdk'
import { daypackSteps } from 'daypack/hosts/ai-sdk'
import { DYNAMIC_BOUNDARY } from 'daypack/presets'
import { windowOf } from '../config/pack-options.ts'
import { epochLine } from './slash/reply.ts'
import { withFiles } from './mentions.ts'
import { halves, safe, toolLine } from './show.ts'
import { showMeter } from './status.ts'
import type { Chat } from './types.ts'

const MAX_STEPS = 100
const UNFOLDED = 4_000
const MAX_OVERFLOWS = 2

export async function runTurn(chat: Chat, said: string, signal: AbortSignal): Promise<void> {
  const offs = [
    chat.session.on('epoch', (plan) => {
      const line = plan.after.tokens < plan.before.tokens ? epochLine(chat, plan) : undefined
      if (line !== undefined) chat.ui.line(line, 'notice')
    }),
    chat.session.on('problem', (problem) => {
      chat.ui.line(`[the context could not be managed: ${reasonOf(problem)}]`, 'quiet')
    }),
  ]
  chat.isBusy = true
  try {
    await turn(chat, said, signal)
    await remembered(chat, said)
  } finally {
    chat.isBusy = false
    for (const off of offs) off()
  }
}

async function turn(chat: Chat, said: string, signal: AbortSignal): Promise<void> {
  await chat.session.append(await withFiles(chat, said, signal))
  await recalled(chat, said)
  let overflows = 0
  for (let step = 0; step < MAX_STEPS;) {
    try {
      if (!(await runStep(chat, signal))) return
      step++
    } catch (error) {
      if (signal.aborted) return chat.ui.line('\nStopped. What was said so far is kept.')
      if (overflows++ < MAX_OVERFLOWS && (await chat.session.overflow(error))) {
        chat.ui.line('\nThe provider says this is too long; making room and trying again.')
        continue
      }
      throw error
    }
  }
  chat.ui.line(`Stopped after ${MAX_STEPS} steps; say “go on” to let it continue.`)
}

async function runStep(chat: Chat, signal: AbortSignal): Promise<boolean> {
  const { session, ui } = chat
  const tools = toolSet(chat)
  const maxOutputTokens = outputRoom(chat)
  const like = {
    messages: [{ role: 'system', content: chat.preamble }],
    model: chat.model.id,
    tools: chat.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    maxOutputTokens,
  }
  const { request, problem } = await session.render(aiSdk, like)
  // Without its conversation the request says nothing: better no request at all.
  if (problem !== undefined && request === like) throw problem
  signal.throwIfAborted()
  const [system, ...messages] = request.messages as ModelMessage[]
  const stream = streamText({
    model: chat.model.model,
    tools,
    instructions: instructionsOf(system) as never,
    messages: messages.map((message, index) => (index === messages.length - 1 ? cached(message) : message)),
    abortSignal: signal,
    maxRetries: 2,
    maxOutputTokens,
    // Else OpenAI gets references to what it stored, and the conversation would not be in our hands.
    providerOptions: { openai: { store: false } },
    onError: () => {},
  })
  let text = ''
  ui.waiting?.('thinking')
  try {
    for await (const part of stream.stream) {
      if (part.type === 'text-delta') {
        ui.write(safe(part.text))
        text += part.text
      } else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') throw new DOMException('stopped', 'AbortError')
    }
  } catch (error) {
    if (text !== '') await session.append(saying('assistant', `${text}\n[stopped here]`))
    throw error
  }
  if (text !== '') ui.line()
  const [step] = await stream.steps
  if (!step) return false
  await daypackSteps(session).onStepEnd(said(step))
  if (step.finishReason === 'length') ui.line('[the answer was cut at the output limit]')
  if (step.toolCalls.length === 0) return false
  await answerCalls(chat, step, signal)
  return true
}

/** Without the provider's note that a message began: it says nothing and would be sent again. */
function said(step: StepResult<ToolSet>): StepResult<ToolSet> {
  const content = step.content.filter((part) => part.type !== 'custom' || part.kind !== 'anthropic.message_start')
  return Object.create(step, { content: { value: content } }) as StepResult<ToolSet>
}

/** Every call gets a result, whatever happens: a session with open calls could not go on. */
async function answerCalls(chat: Chat, step: StepResult<ToolSet>, signal: AbortSignal): Promise<void> {
  for (const call of step.toolCalls) {
    const { toolCallId, toolName, input } = call
    chat.ui.called?.({ callId: toolCallId, tool: toolName, input })
    const known = chat.tools.find((each) => each.name === toolName)
    const invalid = 'invalid' in call && call.invalid
    const { text, isError } = signal.aborted
      ? { text: 'Stopped by the user before it ran.', isError: true }
      : known && !invalid
        ? await attempt(() => known.run(input, { signal }))
        : {
            text: `Error: no tool ${toolName} with this input. There are ${chat.tools.map((each) => each.name).join(', ')}.`,
            isError: true,
          }
    await chat.session.append(answering(toolCallId, toolName, text, isError))
    if (chat.ui.answered) chat.ui.answered({ callId: toolCallId, text, isError })
    else chat.ui.unfolding(toolLine(toolName, input, text, chat.ui.width), halves(safe(text), UNFOLDED))
    showMeter(chat)
  }
  signal.throwIfAborted()
}

async function attempt(run: () => Promise<string> | string): Promise<{ text: string; isError: boolean }> {
  try {
    const text = await run()
    return { text, isError: /^(?:Error:|\[exit code )/.test(text) }
  } catch (error) {
    return { text: `Error: ${reasonOf(error)}`, isError: true }
  }
}

export async function closeOpenCalls(chat: Pick<Chat, 'session'>): Promise<number> {
  const { slots } = chat.session.view
  const from = slots.findLastIndex((slot) => slot.message.role === 'assistant')
  const answered = new Set(
    slots
      .slice(from + 1)
      .flatMap(({ message }) =>
        message.blocks.flatMap((block) => (block.type === 'tool-result' ? [block.callId] : [])),
      ),
  )
  const open = (slots[from]?.message.blocks ?? [])
    .filter((block) => block.type === 'tool-call')
    .filter((block) => !answered.has(block.callId))
  for (const { callId, tool: name } of open)
    await chat.session.append(
      answering(callId, name, 'Error: the program ended before this tool finished; it may have run in part.', true),
    )
  return open.length
}

/** Whoever says so finds it in the files at once, whether the model wrote it down or not. */
const ASKS_TO_REMEMBER = /\bremember (?:this|that)\b|\b(?:make a note|note this down)\b|记住|记下来|记一下/i

async function remembered({ config, session, pack }: Chat, said: string): Promise<void> {
  const every = ASKS_TO_REMEMBER.test(said) ? 1 : config.memory?.everyTurns
  if (every === undefined || config.memory?.enabled === false) return
  const requests = session.view.slots.filter(
    ({ message, origin }) => message.role === 'user' && origin === 'caller',
  ).length
  if (requests === 0 || requests % every !== 0) return
  await pack.memory.flush(session.id, session.view.head)
}

async function recalled(chat: Chat, said: string): Promise<void> {
  const { recall, enabled } = chat.config.memory ?? {}
  if (!recall || enabled === false) return
  const { limit, minScore } = recall === true ? {} : recall
  const { message } = await chat.pack.memory
    .recall(said, await chat.session.entries(), {
      ...(limit !== undefined && { limit }),
      ...(minScore !== undefined && { minScore }),
    })
    .catch(() => ({ message: undefined }))
  if (message) await chat.session.append(message, { origin: 'memory' })
}

/** With a boundary in it, two parts: what is the same in every session is cached by itself. */
function instructionsOf(system: ModelMessage | undefined): unknown {
  const [fixed = '', changing] = typeof system?.content === 'string' ? system.content.split(DYNAMIC_BOUNDARY) : []
  if (changing === undefined) return cached(system)
  return [cached({ role: 'system', content: fixed.trim() }), { role: 'system', content: changing.trim() }]
}

/** In the preset that has a boundary the tools end in a marker, too. */
function toolSet({ tools, preamble }: Chat): ToolSet {
  const isMarked = (at: number) => at === tools.length - 1 && preamble.includes(DYNAMIC_BOUNDARY)
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }, at) => {
      const made = tool({ description, inputSchema: jsonSchema(inputSchema) })
      return [name, isMarked(at) ? cached(made) : made]
    }),
  ) as ToolSet
}

const MOST_OUTPUT = 16_000

/** Always asked for: providers that get no number take one that may be larger than the window. */
function outputRoom({ config }: Chat): number {
  return config.maxOutput ?? Math.min(MOST_OUTPUT, Math.floor(windowOf(config) / 4))
}

/** Where Anthropic is to cache; others do not look at it. Put on the request only, never in the log. */
function cached<T>(message: T): T {
  return { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
}

export function saying(role: 'user' | 'assistant', text: string): Message {
  return { role, blocks: [{ type: 'text', text }] }
}

function answering(callId: string, name: string, text: string, isError: boolean): Message {
  const block = { type: 'tool-result' as const, callId, tool: name, content: { text }, ...(isError && { isError }) }
  return { role: 'tool', blocks: [block] }
}
