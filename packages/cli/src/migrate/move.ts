import { createHash } from 'node:crypto'
import { globSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { DaypackError, type Entry, type Ref } from 'daypack'
import { storedRefs } from '../commands/stored.ts'
import type { Workspace } from '../workspace.ts'

export type Part = 'blobs' | 'sessions' | 'days' | 'notes'
export type Step = { readonly part: Part; readonly done: number; readonly of: number; readonly what: string }
export type Moved = {
  readonly counts: Readonly<Record<Part, number>>
  readonly known: number
  readonly bytes: number
  /** What could not be moved, and why; everything else was. */
  readonly left: readonly string[]
}
export type Clock = { at: number }

const BATCH = 200

/** Copies a workspace and compares afterwards; resumable, and never overwrites what differs. */
export async function move(
  from: Workspace,
  to: Workspace,
  clock: Clock,
  onStep: (step: Step) => void = () => undefined,
): Promise<Moved> {
  const started = Date.now()
  const left: string[] = []
  const counts = { blobs: 0, sessions: 0, days: 0, notes: 0 }
  let [known, bytes] = [0, 0]

  const each = async <T>(
    part: Part,
    things: readonly T[],
    name: (thing: T) => string,
    work: (thing: T) => Promise<boolean>,
  ) => {
    for (const [index, thing] of things.entries()) {
      try {
        if (await work(thing)) counts[part]++
        else known++
      } catch (error) {
        if (!isAboutOne(error)) throw error
        left.push(`${part} ${name(thing)}: ${error.message}`)
      }
      onStep({ part, done: index + 1, of: things.length, what: name(thing) })
    }
  }

  const sessions = await from.log.sessions()
  const pointedAt = new Set<Ref>()
  const blobs = new Map<Ref, { bytes: number; at: number }>()
  for await (const { ref, bytes: size, at } of from.blobs.list()) blobs.set(ref, { bytes: size, at })
  const marks = await from.blobs.marked()
  // Blobs before the entries that point at them, as in a session.
  await each(
    'blobs',
    [...blobs],
    ([ref]) => ref,
    async ([ref, info]) => {
      const there = await to.blobs.info(ref)
      const isThere = there !== undefined && !('gone' in there)
      if (!isThere) {
        const data = await from.blobs.get(ref)
        if (!(data instanceof Uint8Array)) throw damageError('it disappeared during the move')
        clock.at = info.at
        await to.blobs.put(data)
        bytes += data.length
      }
      const copy = await to.blobs.get(ref)
      if (!(copy instanceof Uint8Array) || sha256(copy) !== ref) throw damageError('the copy does not match its hash')
      const mark = marks.get(ref)
      if (mark !== undefined) await to.blobs.mark(ref, mark)
      return !isThere
    },
  )
  await each('sessions', sessions, String, async (session) => {
    const { entries, damage } = await from.log.read(session)
    for (const entry of entries) for (const ref of storedRefs(entry)) pointedAt.add(ref)
    if (damage.length > 0) throw damageError(`${damage.length} damaged places in its log; see daypack doctor`)
    const { entries: there, head } = await to.log.read(session)
    if (hashOf(there) !== hashOf(entries.slice(0, head)))
      throw damageError('a different session of this name already exists')
    for (let at = head; at < entries.length; at += BATCH) {
      const batch = entries.slice(at, at + BATCH)
      clock.at = batch[0]?.at ?? clock.at
      const done = await to.log.append(session, batch, { expect: at })
      if ('conflict' in done) throw damageError('another process is writing there')
      bytes += Buffer.byteLength(JSON.stringify(batch))
    }
    if (hashOf((await to.log.read(session)).entries) !== hashOf(entries)) throw damageError('the copy differs')
    return head < entries.length
  })
  for (const ref of pointedAt) {
    const info = blobs.has(ref) ? undefined : await from.blobs.info(ref)
    if (info !== undefined && 'gone' in info && (await to.blobs.info(ref)) === undefined)
      await to.blobs.bury?.(info, 'gone before the move', clock.at)
  }
  await each('days', await from.days.days(), String, async (day) => {
    const records = await from.days.read(day)
    const before = await to.days.read(day)
    clock.at = records[0]?.at ?? clock.at
    await to.days.append(records)
    if (hashOf(await to.days.read(day)) !== hashOf(records))
      throw damageError('different records of this day already exist')
    if (before.length < records.length) bytes += Buffer.byteLength(JSON.stringify(records))
    return before.length < records.length
  })
  await each('notes', await pathsOf(from), String, (path) => moveNote(from, to, path))
  if (to.dir !== undefined) removeHalfWritten(to.dir, started)
  return { counts, known, bytes, left }
}

/** What an earlier try left in the folder when it was killed in the middle of a write. */
function removeHalfWritten(dir: string, before: number): void {
  for (const name of globSync('**/.tmp-*', { cwd: dir })) {
    const file = path.join(dir, name)
    if (statSync(file).mtimeMs < before) rmSync(file)
  }
}

async function pathsOf({ notes }: Workspace): Promise<string[]> {
  const versions = await notes.versions()
  return [...new Set([...(await notes.list()), ...versions.map(({ path }) => path)])].toSorted()
}

async function moveNote(from: Workspace, to: Workspace, path: string): Promise<boolean> {
  const { notes } = from
  const note = await notes.read(path)
  const versions = await notes.versions(path)
  const there = await to.notes.read(path)
  const known = await to.notes.versions(path)
  if (there?.hash === note?.hash && hashOf(known) === hashOf(versions)) return false
  const isBegun = known.every(({ id, at }) => versions.some((each) => each.id === id && each.at === at))
  if (!isBegun || (there !== undefined && there.hash !== note?.hash))
    throw damageError('a different note of this name already exists')
  const kept = []
  for (const version of versions) {
    const text = (await notes.version(path, version.id)) ?? ''
    const written = version.next === undefined ? undefined : await notes.version(path, version.next)
    kept.push({ ...version, text, ...(written !== undefined && { written }) })
  }
  if (!to.notes.adopt)
    throw new DaypackError('unsupported', `The driver ${to.name} takes over no notes; move to files or postgres.`)
  await to.notes.adopt(path, note?.text, kept)
  if ((await to.notes.read(path))?.hash !== note?.hash) throw damageError('it is not plain UTF-8 text, and was changed')
  if (hashOf(await to.notes.versions(path)) !== hashOf(versions)) throw damageError('its versions differ')
  return true
}

function damageError(why: string): DaypackError {
  return new DaypackError('damaged', why)
}

/** Something is wrong with one thing; the others can go on. */
function isAboutOne(error: unknown): error is DaypackError {
  return error instanceof DaypackError && error.code === 'damaged'
}

function hashOf(values: readonly (Entry | object)[]): string {
  const hash = createHash('sha256')
  for (const value of values) hash.update(`${JSON.stringify(value)}\n`)
  return hash.digest('hex')
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
