import { DaypackError } from 'daypack'
import { hitLines, statusLines } from '../show/memory.ts'
import { print, withPack, type WorkspaceOptions } from './pack.ts'

type Scope = 'notes' | 'dialog' | 'results'
export type MemoryFlags = WorkspaceOptions & {
  readonly limit?: number
  readonly scope?: string
  readonly path?: string
  readonly source?: boolean
  readonly dryRun?: boolean
}

/** `daypack memory search <query>` */
export async function search(query: string, options: MemoryFlags): Promise<number> {
  const scopes = (options.scope ?? 'notes').split(',').map((scope): Scope => {
    if (scope === 'notes' || scope === 'dialog' || scope === 'results') return scope
    throw new DaypackError('bad-config', `There is no scope "${scope}"; there are notes, dialog and results.`)
  })
  return withPack(options, async ({ memory }) => {
    await memory.ready()
    const answer = await memory.search(query, {
      scope: scopes,
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    print(options, answer, () => hitLines(answer))
    return 0
  })
}

/** `daypack memory add <text>`: said by the user, so it may stand in MEMORY.md. */
export async function add(text: string, options: MemoryFlags): Promise<number> {
  return withPack(
    options,
    async ({ memory }) => {
      const written =
        options.path === undefined
          ? await memory.remember(text)
          : await memory.write(text, { path: options.path, by: 'user' })
      print(options, written, () => [
        written.state === 'known'
          ? `${written.path} says so already.`
          : written.state === 'forgotten'
            ? 'Not written: it was asked to be forgotten.'
            : `Written to ${written.path}.`,
      ])
      return 0
    },
    { make: true },
  )
}

/** `daypack memory log [path]` */
export async function log(path: string | undefined, options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    const changes = await memory.log({
      ...(path !== undefined && { path }),
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    print(options, changes, () =>
      changes.length === 0
        ? ['No changes yet.']
        : changes.map(
            ({ id, at, why, added, removed }) => `${id}  ${new Date(at).toISOString()}  +${added} −${removed}  ${why}`,
          ),
    )
    return 0
  })
}

export async function diff(id: string, options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    const text = await memory.diff(id)
    print(options, { id, diff: text }, () => [text])
    return 0
  })
}

export async function revert(id: string, options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    const { path, changed } = await memory.revert(id)
    print(options, { id, path, changed }, () => [
      changed
        ? `${path} is as it was before ${id}; the version until now is kept.`
        : `Nothing of ${id} is left to take back.`,
    ])
    return 0
  })
}

/** `daypack memory forget <words>`: exit code 1 when traces are left. */
export async function forget(words: string, options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    const what = options.source ? { source: words } : { query: words }
    const result = await memory.forget(what, options.dryRun ? { dryRun: true } : {})
    const verb = options.dryRun ? 'Would forget' : 'Forgot'
    print(options, result, () => [
      result.lines.length === 0 ? 'Nothing in the notes says so.' : `${verb} ${result.lines.length} lines:`,
      ...result.lines.map((line) => `  ${line.citation}  ${line.text}`),
      ...(result.left.length > 0
        ? [
            `Still in ${result.left.length} places outside the notes, where only retention destroys:`,
            ...result.left.map((trace) => `  ${JSON.stringify(trace)}`),
          ]
        : []),
    ])
    return !options.dryRun && result.left.length > 0 ? 1 : 0
  })
}

export async function status(options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    await memory.ready()
    const found = await memory.status()
    print(options, found, () => statusLines(found))
    return found.failures.length > 0 ? 1 : 0
  })
}

export async function reindex(options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    const result = await memory.reindex()
    print(options, result, () => [`Indexed ${result.files} files in ${result.units} pieces.`])
    return 0
  })
}

export async function consolidate(options: MemoryFlags): Promise<number> {
  return withPack(options, async ({ memory }) => {
    const result = await memory.consolidate()
    print(options, result, () => [
      result.state === 'changed'
        ? `MEMORY.md was brought up to date from ${result.days.length} days; daypack memory log shows what changed.`
        : `MEMORY.md was left as it is: ${result.state}.`,
    ])
    return result.state === 'refused' ? 1 : 0
  })
}
