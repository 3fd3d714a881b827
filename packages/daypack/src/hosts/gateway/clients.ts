import type { OwnCompaction } from '../../dialects/dialect.ts'
import { DIALECTS, listOf, patternOf } from '../../dialects/dialects.ts'
import type { Fields } from './upstream.ts'

/** A request names its own session, whoever sends it. */
export const SESSION_HEADER = 'x-daypack-session'
export const TOKEN_HEADER = 'x-daypack-token'
/** Which of its agents a client lets speak, where a plug-in of ours tells. */
export const AGENT_HEADER = 'x-daypack-agent'
/** What a request beside the conversation wants: the agent's own summary of it, or anything else. */
export type Aside = 'summary' | 'other'

const SIDE_AGENTS = listOf('sideAgents')
const SUMMARY_AGENTS = listOf('summaryAgents')

/** What the request says itself to be, where it is none of the conversation. */
export function namedAside(headers: Fields): Aside | undefined {
  const agent = headers[AGENT_HEADER] ?? ''
  if (SUMMARY_AGENTS.includes(agent)) return 'summary'
  return SIDE_AGENTS.includes(agent) ? 'other' : undefined
}

export type Named = {
  readonly id: string
  readonly client: string
  readonly hasTools: boolean
  /** The session whose agent started this one. */
  readonly parent?: string
}

/** The session a request names; undefined: it has to be found by what the request says. */
export function namedSession(headers: Fields, fromPath: string | undefined): Named | undefined {
  const own = fromPath ?? headers[SESSION_HEADER]
  if (own) return { id: own, client: 'named', hasTools: false }
  // The first whose header is there: what others send of the same name comes later.
  for (const { session } of DIALECTS) {
    const id = session && headers[session.header]
    if (!id) continue
    const { name, agentHeader = '', parentHeader = '', hasTools = false } = session
    const agent = headers[agentHeader]
    const parent = agent ? id : headers[parentHeader]
    return {
      id: `${name}-${id}${agent ? `.${agent}` : ''}`,
      client: name,
      hasTools,
      ...(parent && { parent: `${name}-${parent}` }),
    }
  }
  return undefined
}

/** Where a client writes the conversation as one text, between these. */
const QUOTED = /(?<=<conversation>\n)[^]*(?=\n<\/conversation>)/

/** The conversation that a text quotes; undefined: none. */
export function quotedIn(text: string): string | undefined {
  return QUOTED.exec(text)?.[0]
}

/** The text with another conversation in place of the one it quotes. */
export function withQuoted(text: string, conversation: string): string {
  return text.replace(QUOTED, () => conversation)
}

const SUMMARY_TEXTS = patternOf('summaryRequests')
const SIDE_TEXTS = patternOf('sideRequests')

/** Does the request ask about the conversation instead of going on with it? Looks at its system prompt and its last words. */
export function asideIn(system: string, last: readonly string[]): Aside | undefined {
  const says = (sign: RegExp) => sign.test(system) || last.some((text) => sign.test(text))
  if (says(SUMMARY_TEXTS)) return 'summary'
  return says(SIDE_TEXTS) ? 'other' : undefined
}

/** What clients write in place of old results they take out of their own list. */
const MASKS = patternOf('masks')

export function isMasked(item: string): boolean {
  return MASKS.test(item)
}

/** When a client compacts by itself, by the name its sessions have; undefined: not known. */
export function compactionOf(client: string): OwnCompaction | undefined {
  const name = client.toLowerCase()
  return DIALECTS.find(({ session }) => session && name.startsWith(session.name))?.compaction
}

/** The name of the program, for the status page. */
export function programOf(headers: Fields): string {
  return /^[\w.@-]+/.exec(headers['user-agent'] ?? '')?.[0] ?? 'unknown'
}
