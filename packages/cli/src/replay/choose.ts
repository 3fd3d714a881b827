import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { DaypackError } from 'daypack'
import { textOf } from 'daypack/internal'
import { calledAs } from '../show/words.ts'
import { findSessions, sessionsIn, type FoundSession } from 'daypack-lab/replay/find'
import { FORMATS, readable } from 'daypack-lab/replay/read'
import type { Transcript } from 'daypack-lab/transcripts/transcript'

export type Choice = { readonly file: string } | { readonly lines: readonly string[]; readonly code: number }

/** The file that was named; of a folder or of this whole machine a list to choose from. */
export function chooseSession(named: string | undefined): Choice {
  if (named !== undefined && !isFolder(named)) return { file: named }
  const all = named === undefined ? findSessions(process.env, homedir()) : sessionsIn(named)
  const lines: string[] = []
  for (const session of readable(all.filter(({ bytes }) => bytes <= TOO_BIG)))
    if (lines.push(describe(session)) === MOST) break
  if (lines.length === 0) return { lines: nothing(named), code: 1 }
  return {
    lines: ['The newest sessions:', ...lines, '', `Choose one: ${calledAs(process.env)} replay <file>`],
    code: 0,
  }
}

function isFolder(name: string): boolean {
  const stats = statSync(name, { throwIfNoEntry: false })
  if (!stats) throw new DaypackError('not-found', `There is no ${name}.`)
  return stats.isDirectory()
}

const MOST = 12
const TOO_BIG = 200_000_000

function describe({ agent, file, modified, transcript }: FoundSession & { transcript: Transcript }): string {
  const { messages } = transcript
  const asked =
    messages.find((message) => message.role === 'user' && !textOf(message).trim().startsWith('<')) ?? messages[0]
  const words = asked ? textOf(asked).trim().replaceAll(/\s+/g, ' ').slice(0, 50) : ''
  const day = new Date(modified).toLocaleDateString('en-CA')
  return `  ${day}  ${agent.padEnd(11)} ${String(messages.length).padStart(5)} messages  ${file}${words ? `  “${words}”` : ''}`
}

function nothing(named: string | undefined): string[] {
  const me = calledAs(process.env)
  return named === undefined
    ? [
        'No sessions of Claude Code, Codex, Copilot CLI, pi, OpenCode, Gemini CLI or Qwen Code were found in your home folder.',
        `Name a file: ${me} replay <transcript>; or see a recorded one: ${me} tour`,
      ]
    : [`No session was found in ${named}. Daypack reads ${FORMATS}.`]
}
