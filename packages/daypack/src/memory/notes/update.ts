import type { NoteStore } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'

export type Update = {
  readonly path: string
  /** The text that stood there; undefined when the note is new. */
  readonly before: string | undefined
  readonly after: string
  readonly hash: string
  readonly changed: boolean
}

/**
 * Change a note without losing what somebody else wrote meanwhile: read, change, write if it still is what was read, else
 * again from the start. `change` may be called several times and must depend on the text alone; undefined leaves it. It sees
 * `\n` at the ends of lines, whatever the note has.
 */
export async function updateNote(
  notes: NoteStore,
  path: string,
  change: (text: string | undefined) => string | undefined,
  why: string,
): Promise<Update> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = await notes.read(path)
    const before = now && unixLines(now.text)
    const changed = change(before)
    const after = now?.text.includes('\r\n') === true ? changed?.replaceAll('\n', '\r\n') : changed
    if (after === undefined || changed === before) {
      return { path, before: now?.text, after: now?.text ?? '', hash: now?.hash ?? '', changed: false }
    }
    const result = await notes.write(path, after, { expect: now?.hash, why })
    if ('hash' in result) return { path, before: now?.text, after, hash: result.hash, changed: true }
  }
  throw new DaypackError('conflict', `${path} kept changing during the write; nothing was lost, try again.`, {
    details: { path },
  })
}

const MAX_TRIES = 1000

export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Put lines at the end, one blank line before a heading. */
export function appended(text: string | undefined, block: string): string {
  if (text === undefined || text === '') return `${block}\n`
  const base = text.endsWith('\n') ? text : `${text}\n`
  return `${base}${block.startsWith('#') && !base.endsWith('\n\n') ? '\n' : ''}${block}\n`
}

/** Put lines at the end of the section with this heading, which is made at the end when there is none. */
export function appendedTo(text: string | undefined, section: string, block: string): string {
  const lines = (text ?? '').split('\n')
  const start = lines.findIndex((line) => /^#{1,6}\s/.test(line) && bare(line) === bare(section))
  if (start < 0) return appended(text, `## ${section}\n${block}`)
  let end = lines.findIndex((line, index) => index > start && /^#{1,6}\s/.test(line))
  if (end < 0) end = lines.length
  while (end > start + 1 && lines[end - 1]?.trim() === '') end--
  const after = lines.slice(end)
  return [...lines.slice(0, end), block, ...(after.length === 0 ? [''] : after)].join('\n')
}

function bare(heading: string): string {
  return heading
    .replace(/^#+/, '')
    .replace(/<!--(?:(?!<!--).)*?-->/g, '')
    .trim()
    .toLowerCase()
}
