import type { EpochNotice, GatewayStatus, SessionStatus } from 'daypack-gateway'
import { shortNames, tableLines, count } from '../show/words.ts'

/** Short lines: what a terminal wraps cannot be copied from it. */
export function listeningLines(url: string): string[] {
  return [
    `listening on ${url}; stop with Ctrl-C. Point agents to it:`,
    `  ANTHROPIC_BASE_URL=${url}`,
    `  OPENAI_BASE_URL=${url}/v1`,
    `  GOOGLE_GEMINI_BASE_URL=${url}`,
    `Watch it from this folder: daypack proxy --watch`,
    `Look inside: daypack inspect ${url}`,
  ]
}

/** `inside`: the address of an inspector that is open. */
export function statusLines(
  { sessions, passed, failedOpen, problems, dir, unwritten }: GatewayStatus,
  inside?: string,
): string[] {
  const rows = nested(sessions)
  // A session nobody can compare would make the others dearer.
  const compared = sessions.filter(({ own }) => own > 0)
  const requests = sessions.reduce((all, one) => all + one.requests, 0)
  return [
    ...(rows.length > 0 ? tableLines([HEAD, ...rows], () => true) : ['No session yet.']),
    '',
    `${count(requests, 'request')} in ${count(sessions.length, 'session')}, ${passed} passed untouched${failedOpen > 0 ? `, ${failedOpen} went out unchanged because Daypack failed` : ''}.`,
    ...(compared.length > 0 ? savedLines(sum(compared)) : []),
    ...(inside !== undefined
      ? [`Look inside: ${inside}`]
      : dir !== undefined && sessions.length > 0
        ? [`Look inside: daypack inspect ${dir}`]
        : []),
    ...(unwritten ? [unwrittenLine(unwritten)] : []),
    ...problems.map((problem) => `problem: ${problem}`),
  ]
}

/** The last two: what it cost compared with the agent's own compaction, and with the whole history. */
const HEAD = ['session', 'requests', 'epochs', 'tokens', 'from cache', 'in view', 'to own', 'to whole']

/** Sub-agents below the session that started them. */
function nested(sessions: readonly SessionStatus[]): string[][] {
  const short = shortNames(sessions.map(({ session }) => session))
  const rowsOf = (one: SessionStatus, depth: number): string[][] => {
    const below = sessions.filter(({ parent }) => parent === one.session)
    return [row(one, '  '.repeat(depth) + short(one.session)), ...below.flatMap((each) => rowsOf(each, depth + 1))]
  }
  const isBelow = ({ parent }: SessionStatus) => sessions.some(({ session }) => session === parent)
  return sessions.filter((one) => !isBelow(one)).flatMap((one) => rowsOf(one, 0))
}

function row(one: SessionStatus, name: string): string[] {
  return [
    name,
    String(one.requests),
    String(one.epochs),
    thousands(one.tokens),
    percent(one.cached),
    `${thousands(one.shown)} of ${thousands(one.window)}`,
    one.own > 0 ? percent(one.cost / one.own) : '-',
    one.unmanaged > 0 ? percent(one.cost / one.unmanaged) : '-',
  ]
}

type Total = { cost: number; own: number; unmanaged: number; dollars: number | undefined }

function sum(sessions: readonly SessionStatus[]): Total {
  const all = (pick: (one: SessionStatus) => number) => sessions.reduce((total, one) => total + pick(one), 0)
  const isPriced = sessions.every((one) => one.savedDollars !== undefined)
  return {
    cost: all((one) => one.cost),
    own: all((one) => one.own),
    unmanaged: all((one) => one.unmanaged),
    dollars: isPriced ? all((one) => one.savedDollars ?? 0) : undefined,
  }
}

function savedLines({ cost, own, unmanaged, dollars }: Total): string[] {
  if (cost === own && cost === unmanaged) return ['Nothing had to be shortened: every session still fits its window.']
  const share = percent(Math.abs(1 - cost / own))
  const money = dollars === undefined ? '' : ` ($${Math.abs(dollars).toFixed(2)})`
  const what = "what the agents' own compaction would have cost (simulated)"
  return [
    cost > own ? `Cost ${share} more${money} than ${what}.` : `Saved ${share}${money} of ${what}.`,
    `Whole histories, had any window held them, would have cost ${(unmanaged / cost).toFixed(1)} times as much.`,
  ]
}

function unwrittenLine({ writes, bytes, why }: NonNullable<GatewayStatus['unwritten']>): string {
  return `${count(writes, 'write')} (${Math.ceil(bytes / 1000)} kB) ${writes === 1 ? 'is' : 'are'} held in memory until the workspace takes them: ${why}`
}

export function epochLine({ session, before, after }: EpochNotice): string {
  return `${session}: told anew in ${thousands(after)} tokens, ${thousands(before)} before`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function thousands(tokens: number): string {
  return tokens >= 1_000_000 ? `${(tokens / 1_000_000).toFixed(2)}M` : `${(tokens / 1_000).toFixed(1)}k`
}
