import type { NoteStore } from '../../model/driver.ts'
import { claimed } from '../../memory/notes/claim.ts'
import { defused } from '../../memory/notes/source.ts'
import { findSecrets, redacted } from '../../secrets/redact.ts'
import { DaypackError } from '../../model/errors.ts'

const SHOWN = '/memories'
const FOLDER = 'memory'

type Command<T> = (command: T) => Promise<string>
export type MemoryHandlers = {
  view: Command<{ path: string; view_range?: number[] }>
  create: Command<{ path: string; file_text: string }>
  str_replace: Command<{ path: string; old_str: string; new_str?: string }>
  insert: Command<{ path: string; insert_line: number; insert_text: string }>
  delete: Command<{ path: string }>
  rename: Command<{ old_path: string; new_path: string }>
}

/**
 * Handlers for `betaMemoryTool(…)` on the workspace's notes: additions are marked as a tool's, secrets taken out.
 *
 * @example
 * import { memoryDriver } from 'daypack/drivers'
 * import { memoryHandlers } from 'daypack/hosts/anthropic'
 *
 * const { create, view } = memoryHandlers(memoryDriver().notes)
 * await create({ path: '/memories/harbour.md', file_text: 'It opens at six.' })
 * const shown = await view({ path: '/memories/harbour.md' })
 * if (!String(shown).includes('It opens at six.')) throw new Error('a note of the workspace')
 */
export function memoryHandlers(notes: NoteStore): MemoryHandlers {
  return {
    async view({ path, view_range }) {
      const place = placeOf(path)
      const note = place === FOLDER ? undefined : await notes.read(place)
      if (note) return `Here's the content of ${path} with line numbers:\n${numbered(note.text, view_range)}`
      const inside = await listed(place)
      if (inside.length === 0 && place !== FOLDER)
        return `The path ${path} does not exist. Please provide a valid path.`
      return [`Files in ${path}:`, ...inside.map((file) => `- ${shown(file)}`)].join('\n')
    },
    async create({ path, file_text }) {
      const place = fileOf(path)
      const known = await notes.read(place)
      await saved(place, file_text, known)
      return `File created successfully at: ${path}`
    },
    async str_replace({ path, old_str, new_str = '' }) {
      const { place, ...note } = await existing(path)
      const { text } = note
      const count = old_str === '' ? 0 : text.split(old_str).length - 1
      if (count === 0) return `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`
      if (count > 1)
        return `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in ${path}; please make it unique.`
      await saved(
        place,
        text.replace(old_str, () => new_str),
        note,
      )
      return 'The memory file has been edited.'
    },
    async insert({ path, insert_line, insert_text }) {
      const { place, ...note } = await existing(path)
      const lines = note.text.split('\n')
      if (!Number.isInteger(insert_line) || insert_line < 0 || insert_line > lines.length) {
        return `Error: Invalid \`insert_line\` parameter: ${insert_line}. It should be within [0, ${lines.length}].`
      }
      lines.splice(insert_line, 0, insert_text.replace(/\n$/, ''))
      await saved(place, lines.join('\n'), note)
      return `The file ${path} has been edited.`
    },
    async delete({ path }) {
      const place = fileOf(path)
      const note = await notes.read(place)
      const files = note ? [place] : await listed(place)
      if (files.length === 0) return `Error: The path ${path} does not exist`
      for (const file of files) await removed(file)
      return `Successfully deleted ${path}`
    },
    async rename({ old_path, new_path }) {
      const target = fileOf(new_path)
      const { place, text, hash } = await existing(old_path)
      if (await notes.read(target)) return `Error: The destination ${new_path} already exists`
      await saved(target, text, undefined, text)
      await notes.remove(place, { expect: hash })
      return `Successfully renamed ${old_path} to ${new_path}`
    },
  }

  async function listed(place: string): Promise<string[]> {
    return (await notes.list(FOLDER)).filter((file) => file.startsWith(`${place}/`)).toSorted()
  }

  async function existing(path: string): Promise<{ place: string; text: string; hash: string }> {
    const place = fileOf(path)
    const note = await notes.read(place)
    if (!note) throw new DaypackError('not-found', `The path ${path} does not exist. Please provide a valid path.`)
    return { place, ...note }
  }

  /** Somebody may edit the same file: what they wrote is never overwritten unseen. */
  async function saved(
    place: string,
    text: string,
    known: { readonly text: string; readonly hash: string } | undefined,
    before = known?.text ?? '',
  ): Promise<void> {
    const answer = await notes.write(place, fromTool(before, text), { expect: known?.hash, why: 'memory tool' })
    if ('conflict' in answer)
      throw new DaypackError('conflict', `${shown(place)} was changed meanwhile; view it again, then repeat the edit.`)
  }

  async function removed(place: string): Promise<void> {
    const note = await notes.read(place)
    if (note) await notes.remove(place, { expect: note.hash })
  }
}

/** Lines that were there stay as they are; others lose secrets and forged marks, and every new statement gets its mark. */
function fromTool(before: string, after: string): string {
  const known = new Set(before.split('\n'))
  const lines = after.split('\n').map((line) => (known.has(line) ? line : defused(redacted(line, findSecrets(line)))))
  return claimed(before, lines.join('\n'), { by: 'tool', from: [] })
}

function placeOf(path: string): string {
  const parts = path.split('/')
  const safe = path === SHOWN || path === `${SHOWN}/` || (path.startsWith(`${SHOWN}/`) && parts.slice(2).every(isName))
  if (!safe || !isPlain(path)) {
    throw new DaypackError(
      'unsafe-path',
      `The path ${JSON.stringify(path)} is not inside ${SHOWN}; use a path such as ${SHOWN}/notes.md.`,
    )
  }
  return [FOLDER, ...parts.slice(2).filter((part) => part !== '')].join('/')
}

function fileOf(path: string): string {
  const place = placeOf(path)
  if (place === FOLDER) throw new DaypackError('unsafe-path', `${SHOWN} itself cannot be changed; name a file in it.`)
  return place
}

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..'
}

/** No encodings, back-slashes or control characters: a name means what it looks like. */
function isPlain(path: string): boolean {
  return !/[\u0000-\u001f\\%:]/.test(path) && path.length <= 400
}

function shown(place: string): string {
  return SHOWN + place.slice(FOLDER.length)
}

function numbered(text: string, range: number[] | undefined): string {
  const [from = 1, to = -1] = range ?? []
  const lines = text.split('\n')
  return lines
    .slice(from - 1, to < 0 ? lines.length : to)
    .map((line, index) => `${String(from + index).padStart(6)}\t${line}`)
    .join('\n')
}
