import { Agent, Runner, tool } from '@openai/agents'
import type { AgentInputItem, CallModelInputFilter, FunctionTool, Model, RunContext } from '@openai/agents'
import type { RunContextAwareSession } from '@openai/agents'
import { openaiAgents } from '../codecs/openai-agents/index.ts'
import { hashOf } from '../log/intake.ts'
import { toolResults, withContents, type Content, type Message } from '../model/message.ts'
import type { Summarize } from '../model/summarize.ts'
import type { ModelTool } from '../model/tool.ts'
import type { Session } from '../session/session.ts'
import type { Slot } from '../view/view.ts'
import { recordReply } from './support/record-reply.ts'
import { requireSession } from '../session/session-argument.ts'

export { openaiAgents } from '../codecs/openai-agents/index.ts'

/** What `run(agent, input, daypackAgents(session))` takes: the history lives in the session, and model calls fit. */
export type DaypackAgents = {
  readonly session: RunContextAwareSession
  readonly callModelInputFilter: CallModelInputFilter
}

/**
 * The session and the filter for `run(agent, input, …)`: the history is kept here, and model calls fit.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackAgents } from 'daypack/hosts/openai-agents'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * if (!daypackAgents(session).callModelInputFilter) throw new Error('for run(agent, input, …)')
 * await pack.close()
 */
export function daypackAgents(given: Session): DaypackAgents {
  const session = requireSession('daypackAgents', given)
  let context: RunContext | undefined
  let bills = 0
  /** Messages after this seq belong to the current run. */
  let since = session.view.head

  const items = async () => {
    const slots = session.view.slots.filter((slot) => slot.origin === 'caller')
    const messages: Message[] = []
    const whole = async (content: Content) => ({ text: await session.readBack(content) })
    for (const { message } of slots) {
      const blocks = await Promise.all(message.blocks.map((block) => withContents(block, whole)))
      messages.push({ ...message, blocks })
    }
    return openaiAgents.encode({ messages }, { input: [] }).input as AgentInputItem[]
  }
  const replace = async (input: readonly AgentInputItem[]) => {
    await session.prepare(openaiAgents, { input }, { aside: false })
    since = session.view.head
  }
  const noticed = (run: RunContext | undefined) => {
    if (run && run !== context) bills = run.usage.requestUsageEntries?.length ?? 0
    context = run ?? context
  }
  const settleBill = async () => {
    const entries = context?.usage.requestUsageEntries ?? []
    if (entries.length > bills) await recordReply(session, openaiAgents, { output: [], usage: entries.at(-1) })
    bills = entries.length
  }

  return {
    async callModelInputFilter({ modelData, agent }) {
      await settleBill()
      const model = nameOf(agent.model)
      const { request } = await session.prepare(
        openaiAgents,
        { ...modelData, ...(model !== undefined && { model }) },
        { aside: false },
      )
      if (typeof agent.model === 'object') session.offerModel(modelOf(agent.model))
      return { ...modelData, input: request.input }
    },
    session: {
      acceptsRunContext: true,
      getSessionId: async () => session.id,
      async getItems(limit?: number, run?: RunContext) {
        noticed(run)
        since = session.view.head
        const all = await items()
        return limit === undefined ? all : all.slice(Math.max(0, all.length - limit))
      },
      async addItems(added: AgentInputItem[], run?: RunContext) {
        noticed(run)
        await settleBill()
        for (const message of missing(openaiAgents.decode({ input: added }).messages)) await session.append(message)
        since = session.view.head
      },
      async popItem() {
        const all = await items()
        const last = all.pop()
        if (last) await replace(all)
        return last
      },
      clearSession: () => replace([]),
    },
  }

  function missing(messages: readonly Message[]): Message[] {
    const recent = session.view.slots.filter((slot) => slot.seq > since)
    let next = 0
    return messages.filter((message) => {
      const found = recent.findIndex((slot, index) => index >= next && isSame(slot, message))
      if (found >= 0) next = found + 1
      return found < 0
    })
  }
}

/**
 * Tools of the pack for `new Agent({ tools: daypackTools(pack.tools(session)) })`.
 *
 * @example
 * import { createDaypack } from 'daypack'
 * import { memoryDriver } from 'daypack/drivers'
 * import { daypackTools } from 'daypack/hosts/openai-agents'
 *
 * const pack = await createDaypack({ driver: memoryDriver() })
 * const session = await pack.session('s')
 * if (daypackTools(pack.tools(session)).length === 0) throw new Error('for new Agent({ tools })')
 * await pack.close()
 */
export function daypackTools(tools: readonly ModelTool[]): FunctionTool[] {
  return tools.map((one) =>
    tool({
      name: one.name,
      description: one.description,
      parameters: one.inputSchema as never,
      strict: false,
      execute: (input: unknown) => one.run(input),
    }),
  )
}

/** Tool results may have been cropped, so they are matched by call id. */
function isSame(slot: Slot, message: Message): boolean {
  const [result] = toolResults(message)
  if (result) return toolResults(slot.message).some((one) => one.callId === result.callId)
  return slot.hash === hashOf(message)
}

/** The agent's model object, for calls of our own; a model given by name alone has no known provider. */
function modelOf(model: Model): Summarize {
  return async ({ system, prompt, maxTokens, signal }) => {
    const modelSettings = { maxTokens, store: false }
    const agent = new Agent({ name: 'daypack', instructions: system, model, modelSettings })
    const runner = new Runner({ tracingDisabled: true })
    const { finalOutput } = await runner.run(agent, prompt, { maxTurns: 1, ...(signal && { signal }) })
    return finalOutput ?? ''
  }
}

function nameOf(model: unknown): string | undefined {
  if (typeof model === 'string') return model || undefined
  const { model: name, modelId, _model } = (model ?? {}) as Record<string, unknown>
  return [name, modelId, _model].find((each) => typeof each === 'string')
}
