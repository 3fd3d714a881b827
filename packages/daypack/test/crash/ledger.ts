import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { FilesDriver } from '../../src/drivers/files/index.ts'
import type { DialogRecord } from '../../src/model/driver.ts'
import type { Entry } from '../../src/model/entry.ts'
import { isDaypackError } from '../../src/model/errors.ts'

/** What was asked of the driver. Texts are made from a number and a size, so that a pipe has little to carry. */
export type Deed =
  | {
      readonly do: 'append'
      readonly session: string
      readonly from: number
      readonly nonces: readonly number[]
      readonly size: number
    }
  | { readonly do: 'remove'; readonly session: string }
  | { readonly do: 'put'; readonly nonce: number; readonly size: number; readonly stream?: boolean }
  | { readonly do: 'mark'; readonly nonce: number; readonly size: number }
  | { readonly do: 'drop'; readonly nonce: number; readonly size: number }
  | { readonly do: 'day'; readonly session: string; readonly seqs: readonly number[]; readonly at: number }
  | {
      readonly do: 'note'
      readonly path: string
      readonly nonce: number
      readonly size: number
      readonly over?: string
    }
  | { readonly do: 'forget'; readonly path: string; readonly over: string }

/** `when`: how many disk operations there had been. */
export type Event = {
  readonly deed: Deed
  readonly phase: 'try' | 'done' | 'refused' | 'failed'
  readonly when: number
}

export function text(nonce: number, size: number): string {
  const unit = `${nonce} — line é 日 😀\n`
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, size) + nonce
}

export function entryOf(seq: number, nonce: number, size: number): Entry {
  return { seq, at: 1_790_000_000_000 + nonce, kind: 'mark', name: 'crash', data: { nonce, text: text(nonce, size) } }
}

export function dialogOf(session: string, seq: number, at: number): DialogRecord {
  return { session, seq, at, sha256: hash('sha256', `${session} ${seq}`), message: { text: text(seq, 50) } }
}

/**
 * Does the workspace hold what the events promise? Whatever is done must be there; whatever was tried or failed may be
 * there, whole; nothing else may. `gaps`: of a batch that was not acknowledged any records may be there, not only the first.
 */
export async function checkPromises(
  driver: FilesDriver,
  events: readonly Event[],
  { gaps = false }: { gaps?: boolean } = {},
): Promise<void> {
  await checkLogs(driver, events, gaps)
  await checkBlobs(driver, events)
  await checkDays(driver, events)
  await checkNotes(driver, events)
}

/** Every line of a journal is one record, and the last one is finished; what a power loss zeroed is left aside. */
export function checkLines(path: string, bytes: Buffer): void {
  if (!path.endsWith('.jsonl') || bytes.length === 0) return
  assert.equal(bytes.at(-1), 10, `${path} ends in an unfinished line`)
  for (const line of bytes.toString().split('\n').slice(0, -1)) {
    if (!line.includes('\u0000')) assert.doesNotThrow(() => JSON.parse(line), `${path}: ${line.slice(0, 60)}…`)
  }
}

type Of<Name extends Deed['do']> = Extract<Deed, { do: Name }>
function* pick<Name extends Deed['do']>(events: readonly Event[], ...names: Name[]) {
  for (const { deed, phase } of events) {
    if ((names as string[]).includes(deed.do) && phase !== 'refused') yield { deed: deed as Of<Name>, phase }
  }
}

async function checkLogs(driver: FilesDriver, events: readonly Event[], gaps: boolean): Promise<void> {
  const logs = new Map<string, { done: Map<number, Entry>; tried: Set<string> }>()
  const of = (session: string) => {
    const found = logs.get(session) ?? { done: new Map<number, Entry>(), tried: new Set<string>() }
    logs.set(session, found)
    return found
  }
  for (const { deed, phase } of pick(events, 'append', 'remove')) {
    const log = of(deed.session)
    if (deed.do === 'remove') {
      // From the attempt on, all or nothing of it may be there; once done, nothing.
      if (phase === 'done') log.tried.clear()
      log.done.clear()
      continue
    }
    deed.nonces.forEach((nonce, index) => {
      const entry = entryOf(deed.from + index, nonce, deed.size)
      log.tried.add(JSON.stringify(entry))
      if (phase === 'done') log.done.set(entry.seq, entry)
    })
  }
  for (const [session, { done, tried }] of logs) {
    const { entries, head } = await driver.log.read(session)
    const seqs = entries.map(({ seq }) => seq)
    const expected = gaps ? [...new Set(seqs)].toSorted((a, b) => a - b) : seqs.map((_, index) => index + 1)
    assert.deepEqual(seqs, expected, `${session}: seqs ${seqs.join()}`)
    const found = new Map(entries.map((entry) => [entry.seq, entry]))
    for (const entry of entries)
      assert.ok(tried.has(JSON.stringify(entry)), `${session}: seq ${entry.seq} was never written`)
    for (const [seq, entry] of done)
      assert.deepEqual(found.get(seq), entry, `${session}: acknowledged seq ${seq} of ${head}`)
  }
}

async function checkBlobs(driver: FilesDriver, events: readonly Event[]): Promise<void> {
  const blobs = new Map<string, { bytes: string; state: 'there' | 'gone' | 'either' }>()
  for (const { deed, phase } of pick(events, 'put', 'drop')) {
    const bytes = text(deed.nonce, deed.size)
    const ref = hash('sha256', bytes)
    const before = blobs.get(ref)?.state
    const after = deed.do === 'put' ? 'there' : 'gone'
    const settled = phase === 'done' || before === after
    blobs.set(ref, { bytes, state: settled ? after : 'either' })
  }
  for (const [ref, { bytes, state }] of blobs) {
    const found = await driver.blobs.get(ref)
    if (found instanceof Uint8Array) {
      assert.notEqual(state, 'gone', `${ref} was dropped`)
      assert.ok(Buffer.from(bytes).equals(found), `${ref} has other bytes`)
    } else {
      assert.notEqual(state, 'there', `${ref} is missing`)
      if (found !== undefined) assert.deepEqual(found, { gone: true, bytes: Buffer.byteLength(bytes), hash: ref })
    }
  }
  for await (const { ref } of driver.blobs.list()) assert.ok(blobs.has(ref), `${ref} was never stored`)
}

async function checkDays(driver: FilesDriver, events: readonly Event[]): Promise<void> {
  const tried = new Map<string, DialogRecord>()
  const done = new Set<string>()
  for (const { deed, phase } of pick(events, 'day')) {
    for (const seq of deed.seqs) {
      tried.set(`${deed.session} ${seq}`, dialogOf(deed.session, seq, deed.at))
      if (phase === 'done') done.add(`${deed.session} ${seq}`)
    }
  }
  const found = new Set<string>()
  for (const day of await driver.days.days()) {
    for (const record of await driver.days.read(day)) {
      const key = `${record.session} ${record.seq}`
      assert.deepEqual(record, tried.get(key), `${day}: ${key} was never written`)
      assert.ok(!found.has(key), `${key} stands twice`)
      found.add(key)
    }
  }
  for (const key of done) assert.ok(found.has(key), `acknowledged ${key} is in no day file`)
}

async function checkNotes(driver: FilesDriver, events: readonly Event[]): Promise<void> {
  const notes = new Map<string, { now: Set<string | undefined>; kept: Set<string> }>()
  for (const { deed, phase } of pick(events, 'note', 'forget')) {
    const next = deed.do === 'note' ? text(deed.nonce, deed.size) : undefined
    const note = notes.get(deed.path) ?? { now: new Set([undefined]), kept: new Set<string>() }
    if (phase === 'done') {
      note.now = new Set([next])
      if (deed.over !== undefined) note.kept.add(deed.over)
    } else note.now.add(next)
    notes.set(deed.path, note)
  }
  for (const [path, { now, kept }] of notes) {
    const current = (await driver.notes.read(path))?.text
    assert.ok(now.has(current), `${path} holds a text it should not: ${current?.slice(0, 40)}`)
    const versions = await driver.notes.versions(path)
    const texts = await Promise.all(versions.map(({ id }) => driver.notes.version(path, id)))
    for (const old of kept) assert.ok(texts.includes(old), `${path}: a replaced text was not kept`)
  }
  for (const path of await driver.notes.list()) assert.ok(notes.has(path), `${path} was never written`)
}

/** Do a deed and record what came of it. Anything but success, refusal or a DaypackError is passed on. */
export async function perform(
  driver: FilesDriver,
  deed: Deed,
  record: (event: Omit<Event, 'when'>) => void,
): Promise<boolean> {
  record({ deed, phase: 'try' })
  try {
    const done = await act(driver, deed)
    record({ deed, phase: done ? 'done' : 'refused' })
    return done
  } catch (error) {
    if (!isDaypackError(error)) throw error
    record({ deed, phase: 'failed' })
    return false
  }
}

async function act(driver: FilesDriver, deed: Deed): Promise<boolean> {
  const { log, blobs, days, notes } = driver
  switch (deed.do) {
    case 'append': {
      const entries = deed.nonces.map((nonce, index) => entryOf(deed.from + index, nonce, deed.size))
      return 'head' in (await log.append(deed.session, entries, { expect: deed.from - 1 }))
    }
    case 'remove':
      return await log.remove(deed.session)
    case 'put': {
      const bytes = Buffer.from(text(deed.nonce, deed.size))
      await blobs.put(deed.stream === true ? pieces(bytes) : bytes)
      return true
    }
    case 'mark':
      await blobs.mark(hash('sha256', text(deed.nonce, deed.size)), 1)
      return true
    case 'drop':
      return await blobs.drop(hash('sha256', text(deed.nonce, deed.size)), 'crash test', 2)
    case 'day':
      await days.append(deed.seqs.map((seq) => dialogOf(deed.session, seq, deed.at)))
      return true
    case 'note': {
      const expect = deed.over === undefined ? undefined : hash('sha256', deed.over)
      return 'hash' in (await notes.write(deed.path, text(deed.nonce, deed.size), { expect }))
    }
    case 'forget':
      return await notes.remove(deed.path, { expect: hash('sha256', deed.over) })
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}
