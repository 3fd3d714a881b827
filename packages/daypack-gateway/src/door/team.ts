import type { Millis, Tokens } from 'daypack'
import { dayOf } from 'daypack/internal'

export type Person = {
  readonly name: string
  readonly token: string
  readonly requestsPerDay?: number
  readonly tokensPerDay?: Tokens
}

export type AuditEntry = {
  readonly at: Millis
  readonly person: string
  readonly path: string
  readonly status: number
  readonly isTurn?: boolean
  readonly model?: string
  readonly session?: string
  readonly tokens?: Tokens
}

export type TeamOptions = {
  readonly people?: readonly Person[]
  /** Keys of providers by wire name (`anthropic`, `openai-chat`, …): sent in place of what the client sends. */
  readonly keys?: Readonly<Record<string, string>>
  /** Told of every request that was answered; must not throw. */
  readonly onAudit?: (entry: AuditEntry) => void
  /** What was used today before this gateway started. */
  readonly used?: readonly AuditEntry[]
}

type Count = { day: string; requests: number; tokens: Tokens }

export function teamOf({ people = [], onAudit, used = [] }: TeamOptions, now: () => Millis) {
  const counts = new Map<string, Count>()
  for (const entry of used) add(entry)

  return {
    /** Why somebody has to wait until tomorrow; undefined: they may go on. */
    limitOf(name: string | undefined): string | undefined {
      const person = people.find((one) => one.name === name)
      if (!person) return undefined
      const { requests, tokens } = countOf(person.name, now())
      const { requestsPerDay = Infinity, tokensPerDay = Infinity } = person
      if (requests >= requestsPerDay) return `${person.name} has made the ${requestsPerDay} requests of today.`
      return tokens >= tokensPerDay ? `${person.name} has used the ${tokensPerDay} tokens of today.` : undefined
    },
    /** Counted before it is sent: neither many at once nor leaving before the end makes a turn free. */
    started(name: string | undefined): void {
      countOf(name ?? '', now()).requests++
    },
    /** What was started and is no turn of the day after all is taken back. */
    answered(entry: Omit<AuditEntry, 'at'>, wasStarted = false): void {
      const whole = { at: now(), ...entry }
      const count = countOf(whole.person, whole.at)
      if (wasStarted && !whole.isTurn) count.requests = Math.max(0, count.requests - 1)
      count.tokens += whole.tokens ?? 0
      onAudit?.(whole)
    },
    today(): { readonly person: string; readonly requests: number; readonly tokens: Tokens }[] {
      return people.map(({ name }) => {
        const { requests, tokens } = countOf(name, now())
        return { person: name, requests, tokens }
      })
    },
  }

  function add({ at, person, isTurn = false, tokens = 0 }: AuditEntry): void {
    const count = countOf(person, at)
    if (isTurn) count.requests++
    count.tokens += tokens
  }

  function countOf(person: string, at: Millis): Count {
    const day = dayOf(at, 'UTC')
    let count = counts.get(person)
    if (count?.day !== day) counts.set(person, (count = { day, requests: 0, tokens: 0 }))
    return count
  }
}

export type Team = ReturnType<typeof teamOf>
