import type { GatewayStatus, SessionStatus } from 'daypack/hosts/gateway'
import { count } from '../show/words.ts'

/** The state of a proxy, line by line. */
export function statusLines({ sessions, passed, failedOpen, problems }: GatewayStatus): string[] {
  const rows = sessions.map(row)
  const total = sum(sessions)
  return [
    ...(rows.length > 0 ? table([HEAD, ...rows]) : ['No session yet.']),
    '',
    `${count(total.requests, 'request')} in ${count(sessions.length, 'session')}, ${passed} passed untouched${failedOpen > 0 ? `, ${failedOpen} went out unchanged because Daypack failed` : ''}.`,
    ...(total.unmanaged > 0 ? [savedLine(total)] : []),
    ...problems.map((problem) => `problem: ${problem}`),
  ]
}

const HEAD = ['session', 'client', 'requests', 'epochs', 'tokens', 'from cache', 'cost against whole']

function row(one: SessionStatus): string[] {
  const share = one.unmanaged > 0 ? percent(one.cost / one.unmanaged) : '-'
  return [
    one.session,
    one.client,
    String(one.requests),
    String(one.epochs),
    thousands(one.tokens),
    percent(one.cached),
    share,
  ]
}

type Total = { requests: number; cost: number; unmanaged: number; dollars: number | undefined }

function sum(sessions: readonly SessionStatus[]): Total {
  const all = (pick: (one: SessionStatus) => number) => sessions.reduce((total, one) => total + pick(one), 0)
  const isPriced = sessions.length > 0 && sessions.every((one) => one.savedDollars !== undefined)
  return {
    requests: all((one) => one.requests),
    cost: all((one) => one.cost),
    unmanaged: all((one) => one.unmanaged),
    dollars: isPriced ? all((one) => one.savedDollars ?? 0) : undefined,
  }
}

function savedLine({ cost, unmanaged, dollars }: Total): string {
  const share = percent(Math.max(0, 1 - cost / unmanaged))
  return `Saved ${share} of what the whole histories would have cost${dollars === undefined ? '' : ` ($${Math.max(0, dollars).toFixed(2)})`}.`
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function thousands(tokens: number): string {
  return tokens >= 1_000_000 ? `${(tokens / 1_000_000).toFixed(2)}M` : `${(tokens / 1_000).toFixed(1)}k`
}
