import { type AnyCodec, readingTools } from 'daypack/internal'
import { sessionsOf, orReport } from './sessions.ts'
import { anthropic, gemini, openaiChat, openaiResponses } from 'daypack/codecs'
import type { DaypackOptions, ModelTool, Session } from 'daypack'

/** What we need of pi's extension interface, as of @earendil-works/pi-coding-agent 0.87. */
type Pi = {
  on(event: string, handler: (event: never, context: never) => unknown): unknown
  registerTool(tool: object): void
}
type Context = {
  readonly model?: { readonly api?: string; readonly contextWindow?: number }
  readonly sessionManager: { getSessionId(): string }
}
type PiUsage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}
type Ended = { readonly message: { readonly role: string; readonly usage?: PiUsage } }
type BeforeCompact = { readonly reason?: string; readonly customInstructions?: string }

const CODECS: Readonly<Record<string, AnyCodec>> = {
  'anthropic-messages': anthropic,
  'openai-completions': openaiChat,
  'openai-responses': openaiResponses,
  'azure-openai-responses': openaiResponses,
  'openai-codex-responses': openaiResponses,
  'google-generative-ai': gemini,
}

/**
 * An extension for pi: every request stays inside the window, and pi's own compaction rests. Export it as default from a
 * file in `~/.pi/agent/extensions/` or `.pi/extensions/`.
 *
 * @example
 * import { memoryDriver } from 'daypack/drivers'
 * import { piExtension } from 'daypack-cli/plugins'
 *
 * if (typeof piExtension({ driver: memoryDriver() }) !== 'function') throw new Error('a file in .pi/extensions/')
 */
export function piExtension(options: DaypackOptions = { dir: '.daypack' }): (pi: Pi) => void {
  const { open, pack } = sessionsOf({ memory: false, ...options, tuning: { readTool: 'read_ref', ...options.tuning } })
  const sessionOf = (context: Context) => open(`pi-${context.sessionManager.getSessionId()}`)
  return (pi) => {
    pi.on('before_provider_request', (event: { readonly payload: unknown }, context: Context) =>
      orReport(async () => {
        const codec = CODECS[context.model?.api ?? '']
        if (!codec) return undefined
        const { request } = await (await sessionOf(context)).prepare(codec, event.payload)
        return request === event.payload ? undefined : request
      }),
    )
    pi.on('message_end', async ({ message }: Ended, context: Context) => {
      const { usage } = message
      if (message.role !== 'assistant' || !usage || !CODECS[context.model?.api ?? '']) return
      await orReport(async () => bill(await sessionOf(context), usage))
    })
    pi.on('session_before_compact', async (event: BeforeCompact, context: Context) => {
      if (!CODECS[context.model?.api ?? '']) return undefined
      if (event.reason === 'manual') {
        const instruction = event.customInstructions
        await orReport(async () => (await sessionOf(context)).compact(instruction ? { instruction } : {}))
      }
      return { cancel: true }
    })
    for (const tool of readingTools) pi.registerTool(toolOf(tool))
  }

  function toolOf({ name, description, inputSchema }: ModelTool): object {
    return {
      name,
      label: name,
      description,
      parameters: inputSchema,
      async execute(_id: string, input: unknown, _signal: unknown, _update: unknown, context: Context) {
        const tools = (await pack()).tools(await sessionOf(context))
        const text = (await tools.find((tool) => tool.name === name)?.run(input)) ?? 'Error: it is not there.'
        return { content: [{ type: 'text', text }], details: {} }
      },
    }
  }
}

/** The reply itself comes back with the next request; its bill only now. */
function bill(session: Session, { input, output, cacheRead, cacheWrite }: PiUsage): Promise<void> {
  const billed = { input, output, cacheRead, cacheWrite }
  return session.record({ reply: () => ({ messages: [], billed }) }, undefined)
}
