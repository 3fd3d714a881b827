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
 * again from the start. `change` may be called several times and must depend on the text alone; undefined leaves it.
 */
export async function updateNote(
  notes: NoteStore,
  path: string,
  change: (text: string | undefined) => string | undefined,
  why: string,
): Promise<Update> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = await notes.read(path)
    const after = change(now?.text)
    if (after === undefined || after === now?.text) {
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

/** Put lines at the end, in the note's own line ends, one blank line before a heading. */
export function appended(text: string | undefined, block: string): string {
  if (text === undefined || text === '') return `${block}\n`
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const base = text.endsWith('\n') ? text : text + eol
  const gap = block.startsWith('#') && !/\n\r?\n$/.test(base) ? eol : ''
  return `${base}${gap}${block.replaceAll('\n', eol)}${eol}`
}

/** Put lines at the end of the section with this heading, which is made at the end when there is none. */
export function appendedTo(text: string | undefined, section: string, block: string): string {
  const lines = (text ?? '').split(/\r?\n/)
  const start = lines.findIndex((line) => /^#{1,6}\s/.test(line) && bare(line) === bare(section))
  if (start < 0) return appended(text, `## ${section}\n${block}`)
  let end = lines.findIndex((line, index) => index > start && /^#{1,6}\s/.test(line))
  if (end < 0) end = lines.length
  while (end > start + 1 && lines[end - 1]?.trim() === '') end--
  const eol = text?.includes('\r\n') === true ? '\r\n' : '\n'
  const after = lines.slice(end)
  if (after.length === 0) after.push('')
  return [...lines.slice(0, end), ...block.split('\n'), ...after].join(eol)
}

function bare(heading: string): string {
  return heading
    .replace(/^#+/, '')
    .replace(/<!--(?:(?!<!--).)*?-->/g, '')
    .trim()
    .toLowerCase()
}
