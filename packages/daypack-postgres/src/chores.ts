export type ChoreKind = 'retention' | 'consolidation' | 'embedding'

/** When each is due, by UTC: every hour, or once a day. */
const TIMES: Readonly<Record<ChoreKind, { readonly minute: number; readonly hour?: number }>> = {
  retention: { minute: 7 },
  consolidation: { minute: 5, hour: 0 },
  embedding: { minute: 37 },
}

export const KINDS = Object.keys(TIMES) as ChoreKind[]

export function cronOf(kind: ChoreKind): string {
  const { minute, hour } = TIMES[kind]
  return `${minute} ${hour ?? '*'} * * *`
}

export function nextRun(kind: ChoreKind, now: number): Date {
  const { minute, hour } = TIMES[kind]
  const next = new Date(now)
  next.setUTCHours(hour ?? next.getUTCHours(), minute, 0, 0)
  if (next.getTime() <= now) next.setUTCHours(next.getUTCHours() + (hour === undefined ? 1 : 24))
  return next
}
