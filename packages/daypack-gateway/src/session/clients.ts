import { DIALECTS, listOf, patternOf, type OwnCompaction } from 'daypack/internal'
import type { Fields } from '../http/upstream.ts'

export const SESSION_HEADER = 'x-daypack-session'
export const AGENT_HEADER = 'x-daypack-agent'
export type Aside = 'summary' | 'question' | 'other'

const SIDE_AGENTS = listOf('sideAgents')
const SUMMARY_AGENTS = listOf('summaryAgents')

export function namedAside(headers: Fields): Aside | undefined {
  const agent = headers[AGENT_HEADER] ?? ''
  if (SUMMARY_AGENTS.includes(agent)) return 'summary'
  return SIDE_AGENTS.includes(agent) ? 'other' : undefined
}

export type NamedSession = {
  readonly id: string
  readonly client: string
  readonly hasTools: boolean
  readonly parent?: string
}

export function namedSession(headers: Fields, fromPath: string | undefined): NamedSession | undefined {
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

/** pi and OpenCode quote it in an element, Goose between two lines of its system prompt. */
const QUOTED =
  /(?<=<conversation>\n)[^]*(?=\n<\/conversation>)|(?<=\*\*Conversation History:\*\*\n)[^]*(?=\n\nWrap reasoning in )/

export function quotedIn(text: string): string | undefined {
  return QUOTED.exec(text)?.[0]
}

export function withQuoted(text: string, conversation: string): string {
  return text.replace(QUOTED, () => conversation)
}

const SUMMARY_TEXTS = patternOf('summaryRequests')
const SIDE_TEXTS = patternOf('sideRequests')
const QUESTIONS = patternOf('questions')

/** Does the request ask about the conversation instead of going on with it? Looks at its system prompt and its last words. */
export function asideIn(system: string, last: readonly string[]): Aside | undefined {
  const says = (sign: RegExp) => sign.test(system) || last.some((text) => sign.test(text))
  if (says(SUMMARY_TEXTS)) return 'summary'
  if (says(QUESTIONS)) return 'question'
  return says(SIDE_TEXTS) ? 'other' : undefined
}

const MASKS = patternOf('masks')

export function isMasked(item: string): boolean {
  return MASKS.test(item)
}

export function compactionOf(client: string): OwnCompaction | undefined {
  const name = client.toLowerCase()
  const isIts = (own: string | undefined) => own !== undefined && name.startsWith(own)
  return DIALECTS.find(({ session, agent }) => isIts(session?.name) || isIts(agent?.command))?.compaction
}

export function programOf(headers: Fields): string {
  return /^[\w.@-]+/.exec(headers['user-agent'] ?? '')?.[0] ?? 'unknown'
}
