import { DaypackError, type Daypack, type Message } from 'daypack'
import { DIALECTS, toolOf, type KnownAgent } from 'daypack/internal'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { findSessions } from 'daypack-lab/replay/find'
import { readable, readSession, sessionBytes } from 'daypack-lab/replay/read'
import { whole } from '../chat/whole.ts'

const AGENTS: readonly KnownAgent[] = DIALECTS.flatMap(({ agent }) => agent ?? [])

export const TARGETS: readonly string[] = AGENTS.map(({ command }) => command)

export function agentNamed(command: string): KnownAgent {
  const found = AGENTS.find((agent) => agent.command === command)
  if (found) return found
  throw new DaypackError('bad-config', `There is no agent "${command}"; choose ${TARGETS.join(', ')}.`)
}

export function toolFor({ tools }: KnownAgent, tool: string): string {
  return tools[toolOf(tool)?.does ?? ''] ?? tool
}

const HEADLESS = new Set(['-p', '--print', 'exec', 'run'])

/** The words that start it with this message; `args` may ask for a run without a screen, and then the message comes last. */
export function startWords({ command, promptFlag }: KnownAgent, args: readonly string[], message: string): string[] {
  const isHeadless = args.some((word) => HEADLESS.has(word))
  return [command, ...args, ...(promptFlag !== undefined && !isHeadless ? [promptFlag] : []), message]
}

/** The file with a project's instructions that this agent does not read by itself. */
export function foreignInstructions(to: KnownAgent, exists: (name: string) => boolean): string | undefined {
  if (exists(to.instructions)) return undefined
  return AGENTS.map(({ instructions }) => instructions).find(exists)
}

export type Carried = { readonly from: string; readonly messages: readonly Message[] }

/** Of all agents on this machine: the newest of one folder is among them, or nobody worked there for a while. */
const LOOKED_AT = 400
/** Every agent names the folder it works in at the beginning of a session. */
const HEAD_BYTES = 64 * 1024

/** The session with this name: a file, one of the workspace, or an agent's own; without a name, the newest of this folder. */
export async function sessionToCarry(pack: Daypack, folder: string, named?: string): Promise<Carried> {
  if (named !== undefined && (statSync(named, { throwIfNoEntry: false })?.isFile() || named.includes('.db#')))
    return { from: named, messages: readSession(named).messages }
  if (named !== undefined && (await pack.sessions()).includes(named)) {
    const session = await pack.session(named)
    const messages = []
    for (const { message, origin } of session.view.slots)
      if (origin === 'caller') messages.push(await whole(session, message))
    return { from: named, messages }
  }
  const found = findSessions(process.env, homedir()).slice(0, LOOKED_AT)
  const isWanted = ({ file }: { file: string }) => (named === undefined ? isOf(file, folder) : file.includes(named))
  const [first] = readable(found.filter(isWanted))
  if (first) return { from: `${first.agent} (${first.file})`, messages: first.transcript.messages }
  const what = named === undefined ? `no session of an agent in ${folder}` : `no session "${named}"`
  throw new DaypackError('not-found', `There is ${what}. Name a transcript, or a session of \`daypack sessions\`.`)
}

/** Gemini CLI names the folder by its hash, too. */
function isOf(file: string, folder: string): boolean {
  try {
    const head = Buffer.from(sessionBytes(file).subarray(0, HEAD_BYTES)).toString('utf8')
    const hash = createHash('sha256').update(folder).digest('hex')
    return head.includes(JSON.stringify(folder)) || head.includes(`"projectHash":"${hash}"`)
  } catch {
    return false
  }
}
