import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { MovedVersion, NoteVersion } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { defined } from '../../model/json.ts'
import { writeWhole } from './atomic.ts'
import { encodeName } from './names.ts'
import type { Tree } from './paths.ts'
import { readWhole } from './read.ts'
import { NEWLINE } from './record.ts'
import { ifThere } from './vfs.ts'

const VERSIONS = '.versions'
const NAME = /^(\d{8})\.md$/
const MAX_KEPT = 1000

type About = Omit<NoteVersion, 'id' | 'hash' | 'next' | 'why'> & {
  readonly hash?: string | undefined
  readonly next?: string | undefined
  readonly why?: string | undefined
  readonly bytes?: number
}
type Kept = { readonly version: NoteVersion; readonly text: string; readonly written: string | undefined }

export function versionsOf(tree: Tree) {
  const load = async (folder: string, name: string): Promise<Kept | undefined> => {
    const id = NAME.exec(name)?.[1]
    if (id === undefined) return undefined
    const bytes = await readWhole(tree, { folder: [VERSIONS, folder], name })
    return bytes && parse(id, bytes)
  }
  const names = async (...folder: string[]) => {
    const path = await ifThere(tree.folder([VERSIONS, ...folder]))
    return path === undefined ? [] : (await tree.vfs.readdir(path)).map(({ name }) => name)
  }
  const each = async function* (folders: readonly string[]): AsyncGenerator<Kept> {
    for (const folder of folders) {
      for (const name of await names(folder)) {
        const kept = await load(folder, name)
        if (kept !== undefined) yield kept
      }
    }
  }
  const store = (folder: string, id: string, about: About, text: Uint8Array, written: Uint8Array | undefined) =>
    writeWhole(tree, { folder: [VERSIONS, folder], name: `${id}.md` }, [
      Buffer.from(`${JSON.stringify({ ...about, bytes: text.length })}\n`),
      text,
      ...(written === undefined ? [] : [written]),
    ])

  return {
    /** The caller holds the lock. `forget` takes it back. */
    async keep(about: About, text: Uint8Array, written?: Uint8Array): Promise<{ forget(): Promise<void> }> {
      const folder = encodeName(about.path)
      const path = await tree.makeFolder([VERSIONS, folder])
      const last = (await names(folder)).map((name) => Number(NAME.exec(name)?.[1] ?? 0))
      const id = String(Math.max(0, ...last) + 1).padStart(8, '0')
      await store(folder, id, about, text, written)
      const old = last
        .filter(Boolean)
        .toSorted((a, b) => b - a)
        .slice(MAX_KEPT - 1)
      for (const number of old) await tree.vfs.unlink(join(path, `${String(number).padStart(8, '0')}.md`))
      return { forget: () => tree.vfs.unlink(join(path, `${id}.md`)) }
    },

    async adopt({ id, text, written, ...about }: MovedVersion): Promise<void> {
      if (!NAME.test(`${id}.md`)) throw new DaypackError('damaged', `${id} is not a version number.`)
      const folder = encodeName(about.path)
      await tree.makeFolder([VERSIONS, folder])
      await store(folder, id, about, Buffer.from(text), written === undefined ? undefined : Buffer.from(written))
    },

    async list(path?: string): Promise<NoteVersion[]> {
      const found: NoteVersion[] = []
      for await (const { version } of each(path === undefined ? await names() : [encodeName(path)])) found.push(version)
      const order = (a: NoteVersion, b: NoteVersion) =>
        a.path < b.path ? -1 : a.path > b.path ? 1 : Number(b.id) - Number(a.id)
      return found.toSorted((a, b) => b.at - a.at || order(a, b))
    },

    async read(path: string, id: string): Promise<string | undefined> {
      if (NAME.test(`${id}.md`)) return (await load(encodeName(path), `${id}.md`))?.text
      for await (const { version, written } of each([encodeName(path)])) if (version.next === id) return written
      return undefined
    },

    async scrub(change: (text: string, path: string) => string | undefined): Promise<number> {
      let changed = 0
      for await (const { version, text, written } of each(await names())) {
        const clean = change(text, version.path)
        const instead = written === undefined ? undefined : change(written, version.path)
        if (clean === text && instead === written) continue
        if (clean !== text) changed++
        const { id, ...about } = version
        const folder = encodeName(version.path)
        const next = instead === undefined ? about.next : hash('sha256', instead)
        const after = instead === undefined ? undefined : Buffer.from(instead)
        if (clean !== undefined)
          await store(folder, id, { ...about, ...hashField(about, clean), next }, Buffer.from(clean), after)
        else await tree.vfs.unlink(tree.path({ folder: [VERSIONS, folder], name: `${id}.md` }))
      }
      return changed
    },
  }
}

function hashField({ hash: before }: About, text: string): Pick<About, 'hash'> {
  return before === undefined ? {} : { hash: hash('sha256', text) }
}

function parse(id: string, bytes: Buffer): Kept | undefined {
  const end = bytes.indexOf(NEWLINE)
  try {
    const about = JSON.parse(bytes.toString('utf8', 0, end)) as About
    const { path, at, hash, next, why, bytes: length = bytes.length } = about
    if (typeof path !== 'string' || typeof at !== 'number') return undefined
    const version = defined<NoteVersion>({ path, id, at, hash, next, why })
    const middle = Math.min(end + 1 + length, bytes.length)
    const written = next === undefined || about.bytes === undefined ? undefined : bytes.toString('utf8', middle)
    return { version, text: bytes.toString('utf8', end + 1, middle), written }
  } catch {
    return undefined
  }
}
