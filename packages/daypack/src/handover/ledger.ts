import type { Message } from '../model/message.ts'
import type { KnownFile } from '../files/model.ts'
import { gather, type Evidence } from './evidence.ts'
import { fillNames, rankNames } from './names.ts'
import { clip, flat } from './sentences.ts'

export type LedgerOptions = {
  readonly maxBytes?: number
  /** Text that stands in view anyway: names found there are not repeated. */
  readonly shown?: string
}

const MAX_BYTES = 24_000

/** The evidence of a conversation in at most `maxBytes`: files, commands, errors, open todos, names. No model, no clock. */
export function ledger(messages: readonly Message[], options: LedgerOptions = {}): string {
  return renderLedger(gather(messages), options)
}

/** Shares of the budget; what a part does not use goes to the names. */
const FILES = 0.25
const COMMANDS = 0.06
const ERRORS = 0.03
const OPEN = 0.04
/** Below this only files and names are worth their bytes. */
const SMALL = 4000

export function renderLedger(evidence: Evidence, options: LedgerOptions = {}): string {
  const { maxBytes = MAX_BYTES, shown = '' } = options
  const parts: string[] = []
  const add = (heading: string, lines: readonly string[], share: number) => {
    const part = fitted(heading, lines, Math.min(share * maxBytes, maxBytes - bytes(parts)))
    if (part) parts.push(part)
  }
  const small = maxBytes < SMALL
  add('Files:', fileLines(evidence, small), FILES)
  if (!small) {
    add('Commands:', commandLines(evidence), COMMANDS)
    add('Errors:', errorLines(evidence), ERRORS)
    add(
      'Open todos:',
      evidence.todos.filter((todo) => todo.status !== 'done').map((todo) => flat(todo.text)),
      OPEN,
    )
  }
  const room = maxBytes - bytes(parts) - 'Names: '.length
  const names = room > 20 ? fillNames(rankNames(evidence.names, maxBytes), room, `${shown}\n${parts.join('\n')}`) : ''
  if (names) parts.push(`Names: ${names}`)
  return parts.join('\n')
}

/** Files by how lately and how much they were worked on: path, what was done, last range. */
function fileLines(evidence: Evidence, bare: boolean): string[] {
  const now = evidence.count
  return [...evidence.files.files.values()]
    .map((file) => ({ file, value: weight(file, now) }))
    .sort((one, other) => other.value - one.value)
    .map(({ file }) => (bare ? file.path : [file.path, ...doings(file)].join(' ')))
}

function weight(file: KnownFile, now: number): number {
  return (1 + file.reads + 2 * file.changes) * (20 / (20 + now - file.touched))
}

/** In the order it happened: `read 1-40 → changed×3` says that what was read is no longer what stands there. */
function doings(file: KnownFile): string[] {
  const { lastRead, lastChange, changes } = file
  const read = lastRead ? `read ${lastRead.from}-${lastRead.to}` : ''
  const change = changes > 0 ? `changed×${changes}` : ''
  if (!read || !change) return [read || change].filter((mark) => mark !== '')
  return [(lastChange ?? 0) > (lastRead?.at ?? 0) ? `${read} → ${change}` : `${change} → ${read}`]
}

function commandLines(evidence: Evidence): string[] {
  return [...evidence.commands.values()]
    .toReversed()
    .map(
      (run) =>
        `${clip(flat(run.line), 160)} → ${run.ok ? 'ok' : `failed${run.said ? `: ${clip(run.said, 120)}` : ''}`}${run.runs > 1 ? ` (${run.runs} runs)` : ''}`,
    )
}

function errorLines(evidence: Evidence): string[] {
  return [...new Set(evidence.errors.toReversed().map((error) => clip(error.text, 160)))]
}

/** The heading and as many lines as fit. */
function fitted(heading: string, lines: readonly string[], maxBytes: number): string {
  const taken = [heading]
  let size = Buffer.byteLength(heading)
  for (const line of lines) {
    const cost = Buffer.byteLength(line) + 1
    if (size + cost > maxBytes) continue
    taken.push(line)
    size += cost
  }
  return taken.length > 1 ? taken.join('\n') : ''
}

function bytes(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 1, 0)
}
