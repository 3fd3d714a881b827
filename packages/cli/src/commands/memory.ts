import { DaypackError, type Daypack } from 'daypack'
import type { Scope as Owners } from 'daypack/memory'
import { hasNotes, notesOf, placeOf } from '../config/pack-options.ts'
import { embeddingProblem } from '../memory/endpoint.ts'
import { consolidatedLines, forgottenLines, hitLines, reasonLines, statusLines } from '../show/memory.ts'
import { indexingProgress } from '../show/progress.ts'
import { isAddress } from '../config/place.ts'
import { isWorkspace } from '../workspace.ts'
import { print, settingsFor, withPack, type WorkspaceOptions } from './pack.ts'

type Scope = 'notes' | 'dialog' | 'results'
export type MemoryFlags = WorkspaceOptions & {
  readonly limit?: number
  readonly scope?: string
  readonly path?: string
  readonly source?: boolean
  readonly dryRun?: boolean
  readonly everywhere?: boolean
} & Owners

/** A folder with notes is enough; only `add` creates one. */
async function onNotes(
  options: MemoryFlags,
  work: (pack: Daypack) => Promise<number>,
  { make = false } = {},
): Promise<number> {
  const { config } = settingsFor(options)
  const place = placeOf(config, process.cwd())
  const { user, agent, project, team } = options
  const scope = { ...(user && { user }), ...(agent && { agent }), ...(project && { project }), ...(team && { team }) }
  const isScoped = Object.keys(scope).length > 0
  const scoped = async (pack: Daypack): Promise<number> =>
    work(isScoped ? { ...pack, memory: { ...pack.memory, ...(await pack.memory.for(scope)) } } : pack)
  if (isAddress(place)) return withPack(options, scoped, { make, onMemory: indexingProgress() })
  if (!make && !isWorkspace(place) && !hasNotes(notesOf(config, process.cwd()) ?? place)) {
    throw new DaypackError(
      'not-found',
      `There are no notes at ${place} yet. Write the first with: daypack memory add "…", or name another workspace with --dir.`,
    )
  }
  return withPack(options, scoped, { make: true, onMemory: indexingProgress() })
}

function requireText(text: string, what: string): string {
  if (text.trim() === '') throw new DaypackError('bad-config', `${what} is empty.`)
  return text
}

export async function search(query: string, options: MemoryFlags): Promise<number> {
  const scopes = (options.scope ?? 'notes').split(',').map((scope): Scope => {
    if (scope === 'notes' || scope === 'dialog' || scope === 'results') return scope
    throw new DaypackError('bad-config', `There is no scope "${scope}"; choose notes, dialog or results.`)
  })
  requireText(query, 'The query')
  return onNotes(options, async ({ memory }) => {
    await memory.ready()
    const answer = await memory.search(query, {
      scope: scopes,
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    return print(options, answer, () => hitLines(answer))
  })
}

/** `daypack memory add <text>`: said by the user, so it may go into MEMORY.md. */
export async function add(text: string, options: MemoryFlags): Promise<number> {
  requireText(text, 'The text to remember')
  return onNotes(
    options,
    async ({ memory }) => {
      const written =
        options.path === undefined
          ? await memory.remember(text)
          : await memory.write(text, { path: options.path, by: 'user' })
      return print(options, written, () => [
        written.state === 'known'
          ? `${written.path} says so already.`
          : written.state === 'forgotten'
            ? 'Not written: you asked to forget this.'
            : `Written to ${written.path}.`,
      ])
    },
    { make: true },
  )
}

export async function why(words: string, options: MemoryFlags): Promise<number> {
  requireText(words, 'What to look for')
  return onNotes(options, async ({ memory }) => {
    const reasons = await memory.why(words)
    print(options, reasons, () => reasonLines(reasons))
    return reasons.length === 0 ? 1 : 0
  })
}

export async function log(path: string | undefined, options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const changes = await memory.log({
      ...(path !== undefined && { path }),
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    return print(options, changes, () =>
      changes.length === 0
        ? [path === undefined ? 'No changes yet.' : `No changes to ${path} yet.`]
        : changes.map(
            ({ id, at, why, added, removed }) => `${id}  ${new Date(at).toISOString()}  +${added} −${removed}  ${why}`,
          ),
    )
  })
}

export async function diff(id: string, options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const text = await memory.diff(id)
    return print(options, { id, diff: text }, () => [text])
  })
}

export async function revert(id: string, options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const { path, changed } = await memory.revert(id)
    return print(options, { id, path, changed }, () => [
      changed
        ? `${path} is as it was before ${id}; the version you had is kept.`
        : `There is nothing left of ${id} to undo.`,
    ])
  })
}

/** `daypack memory forget <words>`: exit code 1 when traces are left. */
export async function forget(words: string, options: MemoryFlags): Promise<number> {
  requireText(words, 'What to forget')
  const { dryRun = false, everywhere = false } = options
  return onNotes(options, async ({ memory }) => {
    const result = await memory.forget(options.source ? { source: words } : { query: words }, { dryRun, everywhere })
    print(options, result, () => forgottenLines(result, { dryRun, everywhere }))
    return !dryRun && result.left.length > 0 ? 1 : 0
  })
}

export async function status(options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    await memory.ready()
    const found = await memory.status()
    const problem = await embeddingProblem(settingsFor(options).config)
    const failures = [...found.failures, ...(problem === undefined ? [] : [problem])]
    print(options, { ...found, failures }, () => statusLines({ ...found, failures }))
    return failures.length > 0 ? 1 : 0
  })
}

export async function reindex(options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const result = await memory.reindex()
    return print(options, result, () => [`Indexed ${result.files} files in ${result.units} pieces.`])
  })
}

export async function consolidate(options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const result = await memory.consolidate()
    const [change] = result.state === 'changed' ? await memory.log({ path: 'MEMORY.md', limit: 1 }) : []
    return print(options, result, () => consolidatedLines(result, change?.id))
  })
}

export async function list(options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const lines = await memory.lines.list()
    return print(options, lines, () =>
      lines.length === 0
        ? ['There are no lines yet.']
        : lines.map(
            ({ id, kind, text, day, source }) =>
              `${id}  ${kind}: ${text} (${[day, source.by].filter(Boolean).join(', ')})`,
          ),
    )
  })
}

export async function change(id: string, text: string, options: MemoryFlags): Promise<number> {
  requireText(text, 'The new text')
  return onNotes(options, async ({ memory }) => {
    const line = await memory.lines.change(id, text)
    return print(options, line, () => [`Changed; the line is ${line.id} now.`])
  })
}

export async function end(id: string, options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    await memory.lines.end(id)
    return print(options, { id }, () => ['Ended; it stays in the notes, struck, and no session begins with it.'])
  })
}

export async function history(id: string, options: MemoryFlags): Promise<number> {
  return onNotes(options, async ({ memory }) => {
    const versions = await memory.lines.history(id)
    print(options, versions, () =>
      versions.length === 0
        ? [`There is no line ${id}.`]
        : versions.map(
            ({ text, until, source }) =>
              `${until === undefined ? 'now' : `until ${until}`}: ${text} (${[source.by, ...source.from].join(' ')})`,
          ),
    )
    return versions.length === 0 ? 1 : 0
  })
}
