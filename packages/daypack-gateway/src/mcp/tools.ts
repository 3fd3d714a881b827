import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { reasonOf, cost, type Daypack, type SessionId, type Json, type ModelTool, type Session } from 'daypack'
import { readingTools, type JsonObject } from 'daypack/internal'
import { sessionOf, type DefaultSession } from './sessions.ts'

type Fields = Readonly<Record<string, unknown>>
type Call = { readonly input: Fields; readonly session: string | undefined }
type ToolDefinition = Pick<ModelTool, 'name' | 'description' | 'inputSchema'>

const READS = { readOnlyHint: true, openWorldHint: false }
const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
/** Clients ask the user before they run it. */
const DESTROYS = { readOnlyHint: false, destructiveHint: true, openWorldHint: false }
/** Indexes of sessions held for `recall`; the oldest goes. */
const MOST_INDEXED = 8

/** Registers the tools on a server of one connection or request; what is costly to build is kept between them. */
export function toolsOf(pack: Daypack): (server: McpServer, usual: DefaultSession) => Promise<void> {
  const own = toolCache(pack)
  return async (server, usual) => {
    for (const tool of readingTools) {
      add(server, withSession(tool), READS, async ({ input, session }) => {
        const found = own(await sessionOf(pack, session, usual)).find(({ name }) => name === tool.name)
        return (await found?.run(input)) ?? `Error: there is no ${tool.name} here.`
      })
    }
    add(server, withSession(STATUS), READS, async ({ session }) =>
      JSON.stringify(await statusOf(await sessionOf(pack, session, usual)), undefined, 2),
    )
    const offered = await memoryTools(pack)
    for (const tool of offered) {
      const isWrite = tool.name === 'memory_write'
      const hints = isWrite ? ADDS : tool.name === 'memory_forget' ? DESTROYS : READS
      add(server, isWrite ? withSession(tool) : tool, hints, async ({ input, session }) => {
        // What the user said in the session decides whether a statement may go to MEMORY.md.
        const by = isWrite ? await sessionOf(pack, session, usual).catch(() => undefined) : undefined
        return tool.run(input as Json, by && { session: by.id, entries: await by.entries() })
      })
    }
    if (offered.length === 0) return
    add(server, LINES, READS, async ({ input }) => linesText(await linesOf(pack, input)))
    add(server, CHANGE, DESTROYS, async ({ input }) => {
      const [id, text] = ['id', 'text'].map((name) => asText(input[name]))
      // It is the model that says so: such a line is found, and never taken for the user's words.
      if (text) return linesText([await pack.memory.lines.change(id ?? '', text, { by: 'tool', from: [] })])
      await pack.memory.lines.end(id ?? '')
      return `Ended ${id}: it holds no longer, and stays struck in its note.`
    })
  }
}

const LINES: ToolDefinition = {
  name: 'memory_lines',
  description:
    'What memory holds, line by line, each with its id; with an id: what this line says now and what it said before.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
}
const CHANGE: ToolDefinition = {
  name: 'memory_change',
  description:
    'When the user says that a line of memory is no longer so: its id from memory_lines and what holds now, or an empty text if nothing takes its place. The old text stays struck below it.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, text: { type: 'string' } },
    required: ['id', 'text'],
    additionalProperties: false,
  },
}

async function linesOf({ memory }: Daypack, { id }: Fields): Promise<readonly ShownLine[]> {
  if (typeof id !== 'string' || id === '') return memory.lines.list()
  return (await memory.lines.history(id)).map(({ until, ...line }) => ({
    ...line,
    id,
    ...(until && { day: `until ${until}` }),
  }))
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

type ShownLine = { readonly id: string; readonly text: string; readonly day?: string }

function linesText(lines: readonly ShownLine[]): string {
  if (lines.length === 0) return 'There is no such line.'
  return lines.map(({ id, text, day }) => `${id}  ${text}${day ? ` (${day})` : ''}`).join('\n')
}

const OFFERED = ['memory_search', 'memory_get', 'memory_write', 'memory_forget']

async function memoryTools(pack: Daypack) {
  // Switched off, `tools` is refused like everything else of memory.
  const all = await Promise.resolve(pack.memory.tools()).catch(() => [])
  return all.filter(({ name }) => OFFERED.includes(name))
}

const STATUS: ToolDefinition = {
  name: 'context_status',
  description:
    'How full the context of a session is: messages, tokens in view, what was folded or cropped and why, and what it cost.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
}

async function statusOf(session: Session): Promise<JsonObject> {
  const { shown, messages, epochs, fresh } = await session.explain()
  const { requests, cost: paid, unmanaged, cached } = cost(await session.entries())
  const last = epochs.at(-1)
  return {
    session: session.id,
    messages,
    shown,
    epochs: epochs.length,
    ...(last && { last_epoch: last.batches.map(({ by, why, saved }) => `${by}: ${why} (${saved} tokens)`) }),
    cropped_before_sending: fresh.saved,
    requests,
    cost: { ...paid },
    cost_unmanaged: { ...unmanaged },
    cached,
  }
}

function withSession({ name, description, inputSchema }: ToolDefinition): ToolDefinition {
  const properties = {
    ...(inputSchema['properties'] as JsonObject),
    session: { type: 'string', description: 'Which session; default: your own.' },
  }
  return { name, description, inputSchema: { ...inputSchema, properties } }
}

function add(
  server: McpServer,
  { name, description, inputSchema }: ToolDefinition,
  annotations: typeof READS | typeof ADDS | typeof DESTROYS,
  run: (call: Call) => Promise<string>,
): void {
  server.registerTool(name, { description, inputSchema: schema(inputSchema), annotations }, async (given) => {
    const { session, ...input } = (given ?? {}) as Fields
    const asked = typeof session === 'string' && session !== '' ? session : undefined
    const text = await run({ input, session: asked }).catch((error: unknown) => `Error: ${reasonOf(error)}`)
    return { content: [{ type: 'text', text }], ...(text.startsWith('Error:') && { isError: true }) }
  })
}

/** Our JSON schema as it is. Our tools check their input themselves, and forgive more than a validator would. */
export function schema(inputSchema: JsonObject): StandardSchemaWithJSON {
  const json = () => inputSchema as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'daypack',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  }
}

function toolCache(pack: Daypack): (session: Session) => readonly ModelTool[] {
  const made = new Map<SessionId, readonly ModelTool[]>()
  return (session) => {
    const tools = made.get(session.id) ?? pack.tools(session)
    made.delete(session.id)
    made.set(session.id, tools)
    for (const oldest of made.keys()) if (made.size > MOST_INDEXED) made.delete(oldest)
    return tools
  }
}
