import type { Entry } from 'daypack'

/** Lines, without those that do not apply. */
export function linesOf(...given: readonly (string | false | undefined | readonly string[])[]): string[] {
  return given.flatMap((line) => (line === false || line === undefined ? [] : line))
}

/** `1 file`, `2 files`, `1 summary`, `2 summaries`. */
export function count(number: number, word: string): string {
  if (number === 1) return `1 ${word}`
  return `${number} ${/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`}`
}

/** Why the epoch whose newest batch is `seq` was made; undefined where the log does not say. */
export function epochReason(entries: readonly Entry[], seq: number, window: number): string | undefined {
  const mark = entries.find((entry) => entry.kind === 'mark' && entry.name === 'epoch' && entry.seq > seq)
  const { tide, why, before = 0, usable = window } = (mark?.kind === 'mark' ? mark.data : {}) as EpochMark
  return why && reasonOf(tide ?? 'pressure', why, before / Math.max(1, usable))
}

/** `usable`: what the epoch had to fit into then; logs of before do not say. */
type EpochMark = { readonly why?: string; readonly tide?: string; readonly before?: number; readonly usable?: number }

/** What a batch says of itself, as a person would. */
export function plainWhy(why: string): string {
  return why.replace(/\btold (?=without a model|by the model)/, 'hand-over written ')
}

/** So full that it was time, rather than that it paid. */
const FULL = 0.7

export function reasonOf(tide: string, why: string, share: number): string {
  if (why.startsWith('asked for')) return 'you asked for it'
  if (tide === 'cold') return "the provider's cache had expired, so a change costs nothing extra"
  if (tide === 'switch') return 'another model has nothing cached yet, so a change costs nothing extra'
  return share >= FULL ? 'the window was filling up' : 'it is cheaper now than sending it all again'
}

/** Rows in columns: text to the left, by default only in the first, and figures to the right. */
export function tableLines(
  rows: readonly (readonly string[])[],
  isText: (column: number) => boolean = (column) => column === 0,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    isText(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd())
}

/** How the user called this command, so that hints can be typed unchanged. */
export function calledAs(env: Readonly<Record<string, string | undefined>>): string {
  if (env['DAYPACK_CALLED_AS']) return env['DAYPACK_CALLED_AS']
  return env['npm_command'] === 'exec' ? 'npx daypack-cli' : 'daypack'
}

/** The command that goes on with a session, in the workspace this one was called for. */
export function resumeCommand(session: string, dir: string | undefined, env = process.env): string {
  return `${calledAs(env)} chat --resume ${session}${dir === undefined ? '' : ` --dir ${dir}`}`
}

const SHORTEST = 15

/** Names by a beginning that no other one of them has: agents name sessions by 36 characters. Commands take such a beginning, too. */
export function shortNames(names: readonly string[]): (name: string) => string {
  return (name) => {
    for (let length = SHORTEST; length < name.length; length++) {
      const start = name.slice(0, length)
      if (!/[-.]$/.test(start) && nameWith(start, names) === name) return start
    }
    return name
  }
}

/** The one that begins so; of a session and its sub-agents, which begin with its name, the session. */
export function nameWith(start: string, names: readonly string[]): string | undefined {
  const found = names.filter((name) => name.startsWith(start)).toSorted((a, b) => a.length - b.length)
  const [first] = found
  return first !== undefined && found.every((name) => name === first || name.startsWith(`${first}.`))
    ? first
    : undefined
}
