import { type Dialect, listCodec, resultTexts, shownReasoning } from './list-codec.ts'
import { sessionsOf, unharmed } from './sessions.ts'
import { memoryDriver } from 'daypack/drivers'
import type { Block, DaypackOptions, Json, Message } from 'daypack'

// What we need of OpenCode's plugin interface, as of @opencode-ai/plugin 1.18.
type Info = {
  readonly id: string
  readonly sessionID: string
  readonly role: string
  readonly [field: string]: unknown
}
type Part = {
  readonly id: string
  readonly type: string
  readonly text?: string
  readonly callID?: string
  readonly tool?: string
  readonly state?: ToolState
}
type ToolState = {
  readonly status: string
  readonly input?: Json
  readonly output?: string
  readonly error?: string
}
type Listed = { readonly info: Info; readonly parts: readonly Part[] }
type Hooks = {
  'experimental.chat.messages.transform'(input: object, output: { messages: Listed[] }): Promise<void>
  'chat.headers'(
    input: { readonly sessionID: string; readonly agent: string | { readonly name: string } },
    output: { headers: Record<string, string> },
  ): Promise<void>
}

/**
 * A plugin for OpenCode: `export const Daypack = opencodePlugin()` in a file in `.opencode/plugin/`. Its own compaction is
 * switched off in `opencode.json`: `{ "compaction": { "auto": false } }`.
 *
 * @example
 * import { opencodePlugin } from 'daypack-cli/plugins'
 *
 * const hooks = await opencodePlugin()()
 * if (!('experimental.chat.messages.transform' in hooks)) throw new Error('a file in .opencode/plugin/')
 */
export function opencodePlugin(options: DaypackOptions = { dir: '.daypack' }): () => Promise<Hooks> {
  const { open } = sessionsOf({
    memory: false,
    ...stored(options),
    tuning: { readTool: 'daypack_read_ref', ...options.tuning },
  })
  const codec = listCodec(dialect)
  return async () => ({
    async 'experimental.chat.messages.transform'(_input, output) {
      const id = output.messages[0]?.info.sessionID
      if (id === undefined) return
      await unharmed(async () => {
        const { request } = await (await open(`opencode-${id}`)).prepare(codec, { messages: output.messages })
        // OpenCode goes on with the list it gave us.
        if (request.messages !== output.messages) output.messages.splice(0, Infinity, ...request.messages)
      })
    },
    /** For a proxy behind it: which conversation this is, and whether it is the conversation at all. */
    async 'chat.headers'({ sessionID, agent }, output) {
      output.headers['x-daypack-session'] = sessionID
      output.headers['x-daypack-agent'] = typeof agent === 'string' ? agent : agent.name
    },
  })
}

/** The Bun inside OpenCode has no node:sqlite: our log is in memory there. OpenCode itself keeps the whole history on disk. */
function stored(options: DaypackOptions): DaypackOptions {
  if (process.versions['bun'] === undefined || options.driver) return options
  return { ...options, driver: memoryDriver({ now: Date.now }) }
}

const dialect: Dialect<Listed> = {
  name: 'opencode',
  id: ({ info }) => info.id,
  decode({ info, parts }) {
    const blocks = parts.flatMap(blockOf)
    if (info.role !== 'assistant') return [{ role: 'user', blocks }]
    const results = parts.flatMap(resultOf)
    return [{ role: 'assistant', blocks }, ...(results.length > 0 ? [{ role: 'tool' as const, blocks: results }] : [])]
  },
  rewrite({ info, parts }, shown) {
    const results = resultTexts(shown)
    const reasoning = shownReasoning(shown)
    const kept = parts.filter((part) => part.type !== 'reasoning' || reasoning.has(JSON.stringify(part)))
    return { info, parts: kept.map((part) => withOutput(withText(part, shown), results)) }
  },
  say(role, text, { info }) {
    const id = `msg_daypack_${text.length}`
    const part = { id: `prt_daypack_${text.length}`, messageID: id, sessionID: info.sessionID, type: 'text', text }
    return { info: { ...info, id, role }, parts: [part] }
  },
}

const NO_STATE: ToolState = { status: 'pending' }

function blockOf(part: Part): Block[] {
  switch (part.type) {
    case 'text':
      return part.text ? [{ type: 'text', text: part.text }] : []
    case 'reasoning':
      return [{ type: 'opaque', purpose: 'reasoning', wire: part as Json }]
    case 'tool': {
      const { input = {} } = part.state ?? NO_STATE
      return [{ type: 'tool-call', callId: part.callID ?? '', tool: part.tool ?? '', input }]
    }
    case 'file':
      return [{ type: 'opaque', purpose: 'other', wire: part as Json }]
    default:
      return []
  }
}

function resultOf(part: Part): Block[] {
  if (part.type !== 'tool') return []
  const { status, output, error } = part.state ?? NO_STATE
  const text = output ?? error ?? ''
  const isError = status === 'error' ? { isError: true } : {}
  return [{ type: 'tool-result', callId: part.callID ?? '', tool: part.tool ?? '', content: { text }, ...isError }]
}

function withOutput(part: Part, results: ReadonlyMap<string, string>): Part {
  if (part.type !== 'tool') return part
  const state = part.state ?? NO_STATE
  const text = results.get(part.callID ?? '')
  if (text === undefined) return part
  const field = state.output === undefined ? 'error' : 'output'
  return text === state[field] ? part : { ...part, state: { ...state, [field]: text } }
}

/** A message of the user that was cut: it has one text then. */
function withText(part: Part, shown: readonly Message[]): Part {
  const texts = shown.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
  const [text] = texts
  return part.type === 'text' && texts.length === 1 && text !== undefined ? { ...part, text } : part
}
