import type { View } from 'daypack'

export const KINDS = ['system', 'hand-over', 'user', 'assistant', 'tool results', 'free'] as const
export type Kind = (typeof KINDS)[number]

export function fillOf(view: View, window: number): Record<Kind, number> {
  const fill: Record<Kind, number> = {
    system: view.system?.size.tokens ?? 0,
    'hand-over': 0,
    user: 0,
    assistant: 0,
    'tool results': 0,
    free: 0,
  }
  for (const item of view.items) {
    if (item.kind === 'fold') fill['hand-over'] += item.size.tokens
    else if (item.message.role === 'tool') fill['tool results'] += item.size.tokens
    else if (item.message.role === 'assistant') fill.assistant += item.size.tokens
    else fill[item.message.role === 'system' ? 'system' : 'user'] += item.size.tokens
  }
  fill.free = Math.max(0, window - view.size.tokens)
  return fill
}

const SIGNS: Record<Kind, string> = {
  system: 'S',
  'hand-over': '#',
  user: 'u',
  assistant: 'a',
  'tool results': '=',
  free: '·',
}

export function bar(fill: Record<Kind, number>, width: number): string {
  const total = KINDS.reduce((sum, kind) => sum + fill[kind], 0)
  if (total === 0) return SIGNS.free.repeat(width)
  const cells = KINDS.map((kind) => ({
    kind,
    count: fill[kind] === 0 ? 0 : Math.max(1, Math.round((fill[kind] / total) * width)),
  }))
  let over = cells.reduce((sum, cell) => sum + cell.count, 0) - width
  const widest = () => cells.reduce((a, b) => (b.count > a.count ? b : a))
  while (over !== 0) {
    const cell = over > 0 ? widest() : (cells.at(-1) ?? widest())
    cell.count -= Math.sign(over)
    over -= Math.sign(over)
  }
  return cells.map(({ kind, count }) => SIGNS[kind].repeat(count)).join('')
}

export function legend(fill: Record<Kind, number>): string {
  return KINDS.filter((kind) => fill[kind] > 0)
    .map((kind) => `${SIGNS[kind]} ${kind} ${short(fill[kind])}`)
    .join('  ')
}

/** 12,345 → 12.3k */
export function short(tokens: number): string {
  return tokens < 1_000
    ? String(Math.round(tokens))
    : tokens < 1_000_000
      ? `${(tokens / 1_000).toFixed(1)}k`
      : `${(tokens / 1_000_000).toFixed(2)}M`
}
