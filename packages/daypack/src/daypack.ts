import { clearInterval, setInterval } from 'node:timers'
import { join } from 'node:path'
import { archiver, ownLines, slotsBetween } from './archive/archive.ts'
import { DAY_MS, systemZone } from './model/day.ts'
import { textReader } from './session/planning.ts'
import { settingsOf, type DaypackOptions, type Settings } from './config.ts'
import { filesDriver } from './drivers/files/index.ts'
import { createRetention, type Retention } from './log/retention.ts'
import type { Driver, SessionId } from './model/driver.ts'
import { DaypackError, reasonOf } from './model/errors.ts'
import type { ModelTool } from './model/tool.ts'
import type { Json } from './model/json.ts'
import type { Memory, Scope, ScopedMemory } from './memory/index.ts'
import { MEMORY_SESSION } from './memory/notes/state.ts'
import { scopeNames } from './memory/scope.ts'
import { scopedMemory } from './memory/scoped.ts'
import { checkOptions } from './options.ts'
import { checkRuntime } from './runtime.ts'
import { notePath } from './memory/notes/path.ts'
import { retrievalTools, type RetrievalSource } from './retrieval/index.ts'
import { blobReferences } from './session/blob-references.ts'
import { memoryOn, noMemory, withForgetEvents } from './session/memory.ts'
import { requireSession } from './session/session-argument.ts'
import { openSessions } from './session/open.ts'
import { Session, type SessionParts } from './session/session.ts'
import { capCalls } from './model/call-caps.ts'
import { o200k, type Counter } from './tokens/count.ts'
import { kindOf, warner, type Warner } from './warn.ts'

export type Daypack = {
  /** The same id gives the same object. With a scope it is kept apart, and begins with the notes of that scope. */
  session(id: SessionId, scope?: Scope): Promise<Session>
  sessions(scope?: Scope): Promise<SessionId[]>
  /** Tools for the model, as plain definitions and handlers: reading back what this session left out, and memory. */
  tools(session: Session): ModelTool[]
  /** Remove blobs nobody needs any more, by the retention policy; also done at the start and every hour. */
  sweep(): Promise<void>
  /** Long-term memory: notes in Markdown, searched, written and consolidated. */
  readonly memory: PackMemory
  readonly driver: Driver
  close(): Promise<void>
}

export type PackMemory = Memory & {
  /** The memory of a user, project, agent or team in the same store: the first named owns it, the others are read, too. */
  for(scope: Scope): Promise<ScopedMemory>
}

export async function createDaypack(options: DaypackOptions): Promise<Daypack> {
  checkRuntime(process.versions)
  checkOptions(options)
  const given = await settingsOf(options)
  const { dir = '.', folders, now } = given
  const driver = given.driver ?? (await filesDriver({ dir, now, ...(folders && { folders }) }))
  const counter = given.counter ?? (await o200k())
  const settings = withCaps(given, counter)
  const open = openSessions<Session>(KEPT_OPEN)
  const warn = warner(settings.warn)
  const partOf = async (from: Driver, name = ''): Promise<Part> => {
    const found = await memoryOn(from, settings, counter, warn)
    const retention = retentionOf(from, settings, warn)
    const opened = { get: (id: SessionId) => open.get(keyOf(name, id)) }
    return { driver: from, memory: found && withForgetEvents(found, opened), retention }
  }
  const own = await partOf(driver)
  const sessionParts = (part: Part): SessionParts => ({
    ...partsOf(part.driver, part.memory ? settings : { ...settings, memory: false }, counter, part.memory),
    warn,
    onBlobStored: (bytes: number) => part.retention?.stored(bytes),
  })
  const parts = sessionParts(own)
  const scoped = new Map<string, Promise<Part>>()
  const homes = new WeakMap<Session, Part>()
  const partNamed = (name: string) => {
    if (isClosed) throw closedError()
    if (!driver.scope) throw new DaypackError('unsupported', `The driver ${driver.name} does not support scopes.`)
    const known = scoped.get(name) ?? Promise.resolve(driver.scope(name)).then((from) => partOf(from, name))
    scoped.set(name, known)
    known.catch(() => scoped.delete(name))
    return known
  }
  const inScope = async (scope: Scope): Promise<Part & { memory: ScopedMemory }> => {
    const [first = '', ...others] = scopeNames(scope)
    const part = await partNamed(first)
    const named = async (name: string) => ({ name, memory: (await partNamed(name)).memory ?? noMemory() })
    return { ...part, memory: scopedMemory(await named(first), await Promise.all(others.map(named))) }
  }
  /** Where a session of a scope lives; without memory it has none there either. */
  const homeOf = (scope: Scope): Promise<Part> => (own.memory ? inScope(scope) : partNamed(scopeNames(scope)[0] ?? ''))
  let isClosed = false
  return {
    driver,
    memory: own.memory ? { ...own.memory, for: async (scope) => (await inScope(scope)).memory } : noMemory(),
    async session(id, scope) {
      if (isClosed) throw closedError()
      if (id === MEMORY_SESSION)
        throw new DaypackError('bad-config', `${id} is where memory keeps its own log; give the session another id.`)
      const key = keyOf(scope ? scopeNames(scope)[0] : '', id)
      const known = open.get(key)
      if (known) return known
      const opened = scope
        ? homeOf(scope).then(async (part) => {
            const session = await Session.open(id, sessionParts(part))
            homes.set(session, part)
            return session
          })
        : Session.open(id, parts)
      open.set(key, opened)
      opened.catch(() => open.delete(key))
      return opened
    },
    async sessions(scope) {
      const log = scope ? (await partNamed(scopeNames(scope)[0] ?? '')).driver.log : parts.log
      return (await log?.sessions())?.filter((id) => id !== MEMORY_SESSION) ?? []
    },
    tools: (given) => {
      const session = requireSession('pack.tools', given)
      const home = homes.get(session) ?? own
      return [...retrievalTools(packSource(session, home.driver, settings)), ...memoryTools(home.memory, session)]
    },
    async sweep() {
      for (const part of [own, ...(await Promise.all(scoped.values()))]) await part.retention?.sweep()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      for (const session of open.values()) await session.then((each) => each.idle())
      for (const part of [own, ...(await Promise.all(scoped.values()))]) {
        await part.retention?.stop()
        await part.memory?.close()
        if (part !== own || !settings.driver) await part.driver.close?.()
      }
    },
  }
}

type Part = { readonly driver: Driver; readonly memory: Memory | undefined; readonly retention: Retention | undefined }

function keyOf(owner: string | undefined, id: SessionId): string {
  return JSON.stringify([owner ?? '', id])
}

function closedError(): DaypackError {
  return new DaypackError('closed', 'This pack was closed; create a new one.')
}

/** How many sessions stay in memory when nothing refers to them any more. */
const KEPT_OPEN = 8

function withCaps(settings: Settings, counter: Counter): Settings {
  const { summarize, callCaps = {}, now } = settings
  return summarize ? { ...settings, summarize: capCalls(summarize, callCaps, { now, count: counter.count }) } : settings
}

function partsOf(driver: Driver, settings: Settings, counter: Counter, memory: Memory | undefined): SessionParts {
  const { log, blobs, days } = driver
  if (!log || !blobs) {
    throw new DaypackError(
      'bad-config',
      `The driver ${driver.name} has no log or no blobs; use one that has both, such as files.`,
    )
  }
  const { recall } = settings
  const zone = driver.zone ?? systemZone()
  const put = days && archiver(days)
  return {
    log,
    blobs,
    settings,
    counter,
    ...(put && {
      archive: async (session, view, from, to) => {
        const { withoutSecrets } = await import('./secrets/redact.ts')
        const erase = await memory?.eraser().catch(() => undefined)
        const redact = (value: Json) => withoutSecrets(erase ? erase(value) : value)
        const places = await put(session, slotsBetween(view, from, to), { zone, read: textReader(blobs), redact })
        // An agent that works in another folder finds them, too.
        return places.map((place) => ({ ...place, file: join(driver.dir ?? '', place.file) }))
      },
    }),
    ...(memory &&
      settings.memory !== false &&
      settings.memory.brief !== false && {
        brief: () => memory.brief({ maxTokens: Math.min(BRIEF_TOKENS, Math.floor(settings.window / 25)) }),
      }),
    ...(memory && {
      onLogWrite: (session) => memory.follow(session),
      offerModel: (session, model) => memory.offerModel(session, model),
    }),
    ...(memory &&
      recall && {
        recall: async (said, shown) => (await memory.recall(said, shown, recall === true ? {} : recall)).message,
      }),
  }
}

const BRIEF_TOKENS = 800

function packSource(
  session: Session,
  { days, notes, dir: home }: Driver,
  { dir, memory, folders }: Settings,
): RetrievalSource {
  return {
    ...session.source(),
    dirs: [home ?? dir, folders?.notes].filter((each) => each !== undefined),
    dialog: folders?.dialog ?? 'dialog',
    ...(days && { day: (day: string) => ownLines(days, session.id, day) }),
    ...(notes && memory !== false && { note: async (path: string) => (await notes.read(notePath(path)))?.text }),
  }
}

function memoryTools(memory: Memory | undefined, session: Session): ModelTool[] {
  return (memory?.tools() ?? []).map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    run: async (input) => tool.run(input as Json, { session: session.id, entries: await session.entries() }),
  }))
}

/** Logs not written to for this long are compressed. */
const COLD_MS = 7 * DAY_MS

function retentionOf(driver: Driver, settings: Settings, warn: Warner): Retention | undefined {
  const { blobs } = driver
  if (settings.retention === false || !blobs) return undefined
  const policy = settings.retention
  const retention = createRetention({
    blobs,
    policy,
    now: settings.now,
    tidy: async () => driver.log?.pack?.(settings.now() - COLD_MS),
    references: (oldest) => blobReferences(driver, settings.now(), policy.maxAgeMs ?? 0, oldest),
    onError: (error) =>
      warn(`sweep ${kindOf(error)}`, `Blobs nobody needs any more could not be removed: ${reasonOf(error)}`),
    every(ms, run) {
      const timer = setInterval(run, ms)
      timer.unref()
      return () => clearInterval(timer)
    },
  })
  retention.start()
  return retention
}
