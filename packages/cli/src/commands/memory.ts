import { DaypackError, type Daypack } from 'daypack'
import type { Memory, Scope as Owners } from 'daypack/memory'
import { hasNotes, notesOf, placeOf } from '../config/pack-options.ts'
import { isAddress } from '../config/place.ts'
import { consolidatedLines, forgottenLines, hitLines, reasonLines, statusLines } from '../show/memory.ts'
import { indexingProgress } from '../show/progress.ts'
import { isWorkspace } from '../workspace.ts'
import { embeddingProblem, print, settingsFor, withPack, type WorkspaceOptions } from './pack.ts'

type MemoryFlags = WorkspaceOptions & {
  readonly limit?: number
  readonly scope?: string
  readonly path?: string
  readonly source?: boolean
  readonly dryRun?: boolean
  readonly everywhere?: boolean
} & Owners
type Said = { readonly value: unknown; readonly lines: readonly string[]; readonly code?: 0 | 1 }
/** What a command does, with the words it was called with. */
type Work<Words extends readonly unknown[]> = (memory: Memory, options: MemoryFlags, ...words: Words) => Promise<Said>

/** A command on notes: a folder that has some is enough; only with `make` they begin here. */
function onNotes<Words extends readonly unknown[]>(work: Work<Words>, { make = false } = {}) {
  return async (...given: [...words: Words, options: MemoryFlags]): Promise<number> => {
    const options = given.at(-1) as MemoryFlags
    const words = given.slice(0, -1) as unknown as Words
    const { config } = settingsFor(options)
    const place = placeOf(config, process.cwd())
    const isThere = isAddress(place) || isWorkspace(place) || hasNotes(notesOf(config, process.cwd()) ?? place)
    if (!make && !isThere)
      throw new DaypackError(
        'not-found',
        `There are no notes at ${place} yet. Write the first with: daypack memory add "…", or name another workspace with --dir.`,
      )
    const said = await withPack(options, async (pack) => work(await scoped(pack, options), options, ...words), {
      make: make || !isAddress(place),
      onMemory: indexingProgress(),
    })
    print(options, said.value, () => said.lines)
    return said.code ?? 0
  }
}

async function scoped({ memory }: Daypack, { user, agent, project, team }: Owners): Promise<Memory> {
  const scope = { ...(user && { user }), ...(agent && { agent }), ...(project && { project }), ...(team && { team }) }
  return Object.keys(scope).length > 0 ? { ...memory, ...(await memory.for(scope)) } : memory
}

const SCOPES = ['notes', 'dialog', 'results'] as const

export const search = onNotes<[string]>(async (memory, { scope = 'notes', limit }, query) => {
  const scopes = scope.split(',').map((name) => {
    const known = SCOPES.find((each) => each === name)
    if (known) return known
    throw new DaypackError('bad-config', `There is no scope "${name}"; choose notes, dialog or results.`)
  })
  await memory.ready()
  const value = await memory.search(query, { scope: scopes, ...(limit !== undefined && { limit }) })
  return { value, lines: hitLines(value) }
})

/** Said by the user, so it may go into MEMORY.md. */
export const add = onNotes<[string]>(
  async (memory, { path }, text) => {
    const value = await (path === undefined ? memory.remember(text) : memory.write(text, { path, by: 'user' }))
    const known = value.state === 'known' ? `${value.path} says so already.` : `Written to ${value.path}.`
    return { value, lines: [value.state === 'forgotten' ? 'Not written: you asked to forget this.' : known] }
  },
  { make: true },
)

export const why = onNotes<[string]>(async (memory, _, words) => {
  const value = await memory.why(words)
  return { value, lines: reasonLines(value), code: value.length === 0 ? 1 : 0 }
})

export const log = onNotes<[string | undefined]>(async (memory, { limit }, path) => {
  const value = await memory.log({ ...(path !== undefined && { path }), ...(limit !== undefined && { limit }) })
  const lines = value.map(
    ({ id, at, why, added, removed }) => `${id}  ${new Date(at).toISOString()}  +${added} −${removed}  ${why}`,
  )
  return { value, lines: lines.length > 0 ? lines : [`No changes${path === undefined ? '' : ` to ${path}`} yet.`] }
})

export const diff = onNotes<[string]>(async (memory, _, id) => {
  const text = await memory.diff(id)
  return { value: { id, diff: text }, lines: [text] }
})

export const revert = onNotes<[string]>(async (memory, _, id) => {
  const { path, changed } = await memory.revert(id)
  const done = `${path} is as it was before ${id}; the version you had is kept.`
  return { value: { id, path, changed }, lines: [changed ? done : `There is nothing left of ${id} to undo.`] }
})

/** Exit code 1 when traces are left. */
export const forget = onNotes<[string]>(async (memory, { source, dryRun = false, everywhere = false }, words) => {
  const value = await memory.forget(source ? { source: words } : { query: words }, { dryRun, everywhere })
  const code = !dryRun && value.left.length > 0 ? 1 : 0
  return { value, lines: forgottenLines(value, { dryRun, everywhere }), code }
})

export const status = onNotes<[]>(async (memory, options) => {
  await memory.ready()
  const found = await memory.status()
  const problem = await embeddingProblem(settingsFor(options).config)
  const value = { ...found, failures: [...found.failures, ...(problem === undefined ? [] : [problem])] }
  return { value, lines: statusLines(value), code: value.failures.length > 0 ? 1 : 0 }
})

export const reindex = onNotes<[]>(async (memory) => {
  const value = await memory.reindex()
  return { value, lines: [`Indexed ${value.files} files in ${value.units} pieces.`] }
})

export const consolidate = onNotes<[]>(async (memory) => {
  const value = await memory.consolidate()
  const [change] = value.state === 'changed' ? await memory.log({ path: 'MEMORY.md', limit: 1 }) : []
  return { value, lines: consolidatedLines(value, change?.id) }
})

export const list = onNotes<[]>(async (memory) => {
  const value = await memory.lines.list()
  const lines = value.map(
    ({ id, kind, text, day, source }) => `${id}  ${kind}: ${text} (${[day, source.by].filter(Boolean).join(', ')})`,
  )
  return { value, lines: lines.length > 0 ? lines : ['There are no lines yet.'] }
})

export const change = onNotes<[string, string]>(async (memory, _, id, text) => {
  const value = await memory.lines.change(id, text)
  return { value, lines: [`Changed; the line is ${value.id} now.`] }
})

export const end = onNotes<[string]>(async (memory, _, id) => {
  await memory.lines.end(id)
  return { value: { id }, lines: ['Ended; it stays in the notes, struck, and no session begins with it.'] }
})

export const history = onNotes<[string]>(async (memory, _, id) => {
  const value = await memory.lines.history(id)
  const lines = value.map(
    ({ text, until, source }) =>
      `${until === undefined ? 'now' : `until ${until}`}: ${text} (${[source.by, ...source.from].join(' ')})`,
  )
  return lines.length > 0 ? { value, lines } : { value, lines: [`There is no line ${id}.`], code: 1 }
})
