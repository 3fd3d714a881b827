import type { Fields } from './upstream.ts'

/** How one client names its sessions, and how its other requests can be told from turns of the conversation. */
export type Client = {
  readonly name: string
  /** The header that names the session. */
  readonly session: string
  /** The header that names a sub-agent within it. */
  readonly agent?: string
  /** Its turns always bring tools: what has none is a title or a summary. */
  readonly hasTools?: true
}

/** In this order: the first whose header is there. What others send of the same name comes later. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'claude',
    session: 'x-claude-code-session-id',
    agent: 'x-claude-code-agent-id',
    hasTools: true,
  },
  // `session-id` and `prompt_cache_key` are the parent's in a sub-agent: only the thread is its own.
  { name: 'codex', session: 'thread-id', hasTools: true },
  { name: 'opencode', session: 'x-session-id', hasTools: true },
  { name: 'goose', session: 'agent-session-id', hasTools: true },
  { name: 'pi', session: 'session_id' },
]

/** A request names its own session, whoever sends it. */
export const SESSION_HEADER = 'x-daypack-session'
export const TOKEN_HEADER = 'x-daypack-token'
/** Which of its agents a client lets speak, where a plug-in of ours tells. */
export const AGENT_HEADER = 'x-daypack-agent'
/** Agents of OpenCode that work beside the conversation. */
const SIDE_AGENTS = ['title', 'summary', 'compaction']

/** Does the request say itself that it is none of the conversation? */
export function isBeside(headers: Fields): boolean {
  return SIDE_AGENTS.includes(headers[AGENT_HEADER] ?? '')
}

export type Named = { readonly id: string; readonly client: string; readonly hasTools: boolean }

/** The session a request names; undefined: it has to be found by what the request says. */
export function namedSession(headers: Fields, fromPath: string | undefined): Named | undefined {
  const own = fromPath ?? headers[SESSION_HEADER]
  if (own) return { id: own, client: 'named', hasTools: false }
  for (const client of CLIENTS) {
    const id = headers[client.session]
    if (!id) continue
    const agent = client.agent === undefined ? undefined : headers[client.agent]
    return {
      id: `${client.name}-${id}${agent ? `.${agent}` : ''}`,
      client: client.name,
      hasTools: client.hasTools ?? false,
    }
  }
  return undefined
}

/** What clients write when they want a summary of the conversation, and what judges a turn instead of taking one. */
const SIDE_TEXTS: readonly RegExp[] = [
  /^\s*CRITICAL: Respond with TEXT ONLY/,
  /CONTEXT CHECKPOINT COMPACTION/,
  /^You are a security monitor/,
  /^\s*(?:First, reason in your scratchpad|Provide a detailed prompt for continuing our conversation)/,
  /You are the component that summarizes internal chat history/,
]

/** Does the request ask about the conversation instead of going on with it? Looks at its system prompt and its last words. */
export function asksAside(system: string, last: readonly string[]): boolean {
  return SIDE_TEXTS.some((sign) => sign.test(system) || last.some((text) => sign.test(text)))
}

/** What clients write in place of old results they take out of their own list. */
const MASKS = /<tool_output_masked>|\[Old tool result content cleared\]/

export function isMasked(item: string): boolean {
  return MASKS.test(item)
}

/** The name of the program, for the status page. */
export function programOf(headers: Fields): string {
  return /^[\w.@-]+/.exec(headers['user-agent'] ?? '')?.[0] ?? 'unknown'
}
