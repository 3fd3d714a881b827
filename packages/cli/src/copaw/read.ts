import type { Said } from '../commands/staged.ts'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { DaypackError, type Message, type Millis } from 'daypack'
import { isAsWritten, parsedJson } from 'daypack/internal'
import { fromDialog } from './dialog-read.ts'
import { restorer } from './restore.ts'

const DAY = /^(\d{4}-\d\d-\d\d)\.jsonl$/

export type Workspace = {
  /** By the session their line names, else by its day. */
  readonly sessions: ReadonlyMap<string, readonly Said[]>
  readonly notes: readonly { readonly path: string; readonly text: string }[]
  readonly bad: readonly string[]
  readonly repeated: number
  readonly restored: number
}

export function isCopaw(folder: string): boolean {
  return ['dialog', 'MEMORY.md', 'memory'].some((name) => existsSync(path.join(folder, name)))
}

export function readCopaw(folder: string, zone: string): Workspace {
  const sessions = new Map<string, Said[]>()
  const seen = new Set<string>()
  const bad: string[] = []
  const whole = restorer(folder)
  const days = namesIn(path.join(folder, 'dialog')).flatMap((name) => DAY.exec(name)?.[1] ?? [])
  let repeated = 0
  for (const day of days) {
    const file = `dialog/${day}.jsonl`
    let last = Date.parse(`${day}T00:00:00Z`)
    for (const [index, text] of textOf(path.join(folder, file)).split('\n').entries()) {
      if (text.trim() === '') continue
      const line = readLine(text.trimEnd(), { zone, restore: whole.restore })
      if ('problem' in line) bad.push(`${file}, line ${index + 1}: ${line.problem}`)
      else if (line.key !== undefined && seen.has(line.key)) repeated++
      else {
        if (line.key !== undefined) seen.add(line.key)
        last = line.at ?? last
        const id = line.session ?? `dialog-${day}`
        const said = sessions.get(id) ?? []
        for (const message of line.messages) said.push({ message, at: last })
        sessions.set(id, said)
      }
    }
  }
  return { sessions, notes: notesIn(folder), bad, repeated, restored: whole.count() }
}

type Line = { messages: readonly Message[]; at?: Millis; session?: string; key?: string } | { problem: string }

function readLine(text: string, by: Parameters<typeof fromDialog>[1]): Line {
  const value = parsedJson(text)
  if (value === undefined) return { problem: 'it is not JSON' }
  const { id, content, metadata } = Object(value) as { id?: unknown; content?: unknown; metadata?: unknown }
  if (!isAsWritten(text, metadata)) return { problem: 'it does not match the hash it was written with' }
  const dialog = fromDialog(value, by)
  if ('problem' in dialog) return dialog
  const { session, at } = Object(metadata) as { session?: unknown; at?: unknown }
  // Ours say the instant itself: a local time comes twice when clocks are set back.
  const exact = typeof session === 'string' && typeof at === 'string' ? Date.parse(at) : Number.NaN
  return {
    ...dialog,
    ...(!Number.isNaN(exact) && { at: exact }),
    ...(typeof session === 'string' && session !== '' && { session }),
    ...(typeof id === 'string' && id !== '' && { key: JSON.stringify([id, content]) }),
  }
}

function notesIn(folder: string): { path: string; text: string }[] {
  const below = namesIn(path.join(folder, 'memory'), true).map((name) => `memory/${name}`)
  return [...namesIn(folder).filter((name) => name === 'MEMORY.md'), ...below]
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: name, text: textOf(path.join(folder, name)) }))
}

/** Plain files and folders only: a link may lead elsewhere. */
function namesIn(folder: string, recursive = false): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const root = realpathSync(folder)
  return readdirSync(root, { withFileTypes: true, recursive })
    .filter((entry) => entry.isFile() && realpathSync(entry.parentPath) === entry.parentPath)
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted()
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    throw new DaypackError('io', `${file} cannot be read. Nothing was imported.`, { cause })
  }
}
