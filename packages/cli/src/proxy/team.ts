import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DaypackError } from 'daypack'
import { dayOf, parsedJson } from 'daypack/internal'
import type { AuditEntry, Person } from 'daypack-gateway'
import { z } from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

const LEAST_TOKEN = 16
const PERSON = z.strictObject({
  token: z.string().min(1),
  requestsPerDay: z.int().positive().optional(),
  tokensPerDay: z.int().positive().optional(),
})
const KEY = z.string().min(1).optional()
const TEAM = z.strictObject({
  people: z.record(z.string().min(1), PERSON),
  keys: z.strictObject({ anthropic: KEY, openai: KEY, gemini: KEY }).optional(),
})

export function readTeam(file: string, env: Environment) {
  const { people, keys = {} } = parsed(file)
  const { anthropic, openai, gemini } = keys
  const held = { anthropic, 'openai-chat': openai, 'openai-responses': openai, gemini }
  const known = Object.entries(held).flatMap(([wire, key]) => (key === undefined ? [] : [[wire, valueOf(key, env)]]))
  return {
    people: Object.entries(people).map(([name, one]): Person => {
      const { token, requestsPerDay, tokensPerDay } = one
      return {
        name,
        token: tokenOf(name, valueOf(token, env)),
        ...(requestsPerDay !== undefined && { requestsPerDay }),
        ...(tokensPerDay !== undefined && { tokensPerDay }),
      }
    }),
    keys: Object.fromEntries(known) as Record<string, string>,
  }
}

/** `audit.jsonl` of a workspace: a line for each request, without what was said; what today's lines say counts from the start. */
export function auditLog(workspace: string, now: () => number) {
  const file = path.join(workspace, 'audit.jsonl')
  const day = dayOf(now(), 'UTC')
  return {
    used: linesOf(file).filter(({ at }) => dayOf(at, 'UTC') === day),
    onAudit(entry: AuditEntry): void {
      try {
        appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      } catch {
        // A disk that is full stops nobody.
      }
    },
  }
}

function linesOf(file: string): AuditEntry[] {
  try {
    return (
      readFileSync(file, 'utf8')
        .split('\n')
        // What a full disk tore is skipped: the rest of the day counts.
        .flatMap((line) => (parsedJson(line) as AuditEntry | undefined) ?? [])
    )
  } catch {
    return []
  }
}

function parsed(file: string): z.infer<typeof TEAM> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new DaypackError('bad-config', `${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  const result = TEAM.safeParse(value)
  if (result.success) return result.data
  throw new DaypackError('bad-config', `${file}: ${z.prettifyError(result.error)}`)
}

function tokenOf(name: string, token: string): string {
  if (token.length >= LEAST_TOKEN) return token
  throw new DaypackError(
    'bad-config',
    `The token of ${name} is too short to be safe: give ${LEAST_TOKEN} characters or more.`,
  )
}

/** `$NAME` stands for a variable of the environment: no secret has to be in the file. */
function valueOf(text: string, env: Environment): string {
  if (!text.startsWith('$')) return text
  const value = env[text.slice(1)]
  if (value) return value
  throw new DaypackError('bad-config', `${text} is not set in the environment.`)
}
