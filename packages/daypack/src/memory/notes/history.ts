import type { NoteStore, NoteVersion } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import type { Millis } from '../../model/json.ts'
import { lineDiff } from './diff.ts'
import { unixLines, type Update, updateNote } from './update.ts'

/** One change of a note: `id` names it for `diff` and `revert`. */
export type NoteChange = {
  readonly id: string
  readonly path: string
  readonly at: Millis
  readonly why: string
  /** Lines it added and took out. */
  readonly added: number
  readonly removed: number
}

/** Changes made by us, newest first. */
export async function changes(
  notes: NoteStore,
  options: { path?: string; limit?: number } = {},
): Promise<NoteChange[]> {
  const { path, limit = 50 } = options
  const found: NoteChange[] = []
  const kept = await notes.versions(path)
  for (const version of kept.slice(0, limit)) {
    const diff = await diffOf(notes, await sidesOf(notes, version, kept))
    const count = (sign: string): number => diff.split('\n').filter((line) => line.startsWith(sign)).length
    found.push({
      id: `${version.path}@${version.id}`,
      path: version.path,
      at: version.at,
      why: version.why ?? '',
      added: count('+'),
      removed: count('-'),
    })
  }
  return found
}

/** What one change did, as a diff. */
export async function changeDiff(notes: NoteStore, id: string): Promise<string> {
  return diffOf(notes, await sides(notes, id))
}

async function diffOf(notes: NoteStore, { path, before, after }: Sides): Promise<string> {
  return lineDiff(before, after ?? (await notes.read(path))?.text ?? '')
}

/**
 * Undo one change. When the note has changed since, only what that change did is taken back: lines it added leave, lines it
 * took out return to their place; a line somebody has edited since is left alone. A note that the change made, and to
 * which nobody has added anything, leaves as a whole.
 */
export async function revertChange(notes: NoteStore, id: string): Promise<Update> {
  const { path, made, before, after } = await sides(notes, id)
  if (after === undefined) {
    throw new DaypackError(
      'conflict',
      `${path} was edited by hand since ${id}, and the text written then is no longer kept; undo it by hand.`,
      {
        details: { id },
      },
    )
  }
  const why = `revert ${id}`
  if (made) {
    const now = await notes.read(path)
    const rest = now === undefined || now.text === after ? '' : undone(now.text, before, after)
    if (rest.trim() === '') {
      const changed = now !== undefined && (await notes.remove(path, { expect: now.hash, why }))
      return { path, before: now?.text, after: '', hash: '', changed }
    }
  }
  const change = (text: string | undefined): string => {
    if (text === undefined) return before
    return text === unixLines(after) ? unixLines(before) : undone(text, before, after)
  }
  return updateNote(notes, path, change, why)
}

type Sides = {
  readonly path: string
  /** Nothing stood there before. */
  readonly made: boolean
  readonly before: string
  readonly after: string | undefined
}

async function sides(notes: NoteStore, id: string): Promise<Sides> {
  const path = id.slice(0, Math.max(0, id.lastIndexOf('@')))
  if (path === '') {
    throw new DaypackError(
      'bad-config',
      `${JSON.stringify(id)} is not the id of a change; \`memory log\` lists them, such as MEMORY.md@00000001.`,
      { details: { id } },
    )
  }
  const kept = await notes.versions(path)
  const version = kept.find((each) => `${path}@${each.id}` === id)
  if (version === undefined) throw unknown(id)
  return sidesOf(notes, version, kept)
}

async function sidesOf(notes: NoteStore, version: NoteVersion, kept: readonly NoteVersion[]): Promise<Sides> {
  const { path, id, next } = version
  const before = await notes.version(path, id)
  if (before === undefined) throw unknown(`${path}@${id}`)
  const after = next === undefined ? '' : await textWithHash(notes, path, next, kept)
  return { path, made: version.hash === undefined, before, after }
}

function unknown(id: string): DaypackError {
  return new DaypackError('not-found', `There is no change ${id}; \`memory log\` lists the ids.`, { details: { id } })
}

async function textWithHash(
  notes: NoteStore,
  path: string,
  hash: string,
  kept: readonly NoteVersion[],
): Promise<string | undefined> {
  const now = await notes.read(path)
  if (now?.hash === hash) return now.text
  const same = kept.find((each) => each.path === path && each.hash === hash)
  return notes.version(path, same?.id ?? hash)
}

function undone(text: string, before: string, after: string): string {
  const old = before.split(/\r?\n/)
  const made = after.split(/\r?\n/)
  const added = counted(made, old)
  const taken = counted(old, made)
  const result = text.split(/\r?\n/).filter((line) => !spend(added, line))
  old.forEach((line, index) => {
    if (!spend(taken, line)) return
    const above = old.slice(0, index).findLast((each) => each.trim() !== '' && result.includes(each))
    result.splice(above === undefined ? 0 : result.lastIndexOf(above) + 1, 0, line)
  })
  return result.join('\n')
}

/** How often each line stands in `a` more than in `b`. */
function counted(a: readonly string[], b: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1)
  for (const line of b) counts.set(line, (counts.get(line) ?? 0) - 1)
  return counts
}

function spend(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0
  if (left <= 0) return false
  counts.set(line, left - 1)
  return true
}
