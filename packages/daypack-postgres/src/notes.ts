import { hash } from 'node:crypto'
import { checkNotePath, type Millis, type NoteStore, type NoteVersion } from 'daypack/internal'
import type { Query } from './connect.ts'
import { READ_ONLY, readRows, withoutNulls, type InTenant } from './tenant.ts'

const MAX_KEPT = 1000

export function postgresNotes(inTenant: InTenant, now: () => Millis): NoteStore {
  const locked = (path: string) => ({ lock: `note ${path}` })
  return {
    async read(path) {
      checkNotePath(path)
      const row = await inTenant('Reading a note', READ_ONLY, (query) => rowOf(query, path))
      return row && { text: row.text.toString(), hash: row.hash, modified: row.modified }
    },

    async write(path, text, { expect, why }) {
      checkNotePath(path)
      const bytes = Buffer.from(text)
      const next = hash('sha256', bytes)
      return inTenant('Writing a note', locked(path), async (query, again) => {
        const before = await rowOf(query, path)
        if (again && before?.hash === next) return { hash: next }
        if (before?.hash !== expect) return { conflict: before?.hash }
        if (next === expect) return { hash: next }
        const about = { at: now(), hash: before?.hash, next, why }
        await keep(query, path, about, before?.text.toString(), text)
        await query(WRITE, [path, bytes, next, Math.floor(about.at)])
        return { hash: next }
      })
    },

    async list(prefix = '') {
      const rows = await readRows(inTenant, 'Listing notes', 'SELECT path FROM daypack.note')
      return rows
        .map(({ path }) => path as string)
        .filter((path) => path.startsWith(prefix))
        .toSorted()
    },

    async remove(path, { expect, why }) {
      checkNotePath(path)
      return inTenant('Removing a note', locked(path), async (query) => {
        const before = await rowOf(query, path)
        if (before?.hash !== expect) return false
        await keep(query, path, { at: now(), hash: before.hash, why }, before.text.toString())
        await query('DELETE FROM daypack.note WHERE path = $1', [path])
        return true
      })
    },

    async versions(path) {
      const rows = await readRows(inTenant, 'Listing versions', VERSIONS, [path ?? null])
      return rows.map((row) => withoutNulls(row) as NoteVersion)
    },

    async version(path, id) {
      const rows = await readRows(inTenant, 'Reading a version', VERSION, [path, id])
      return (rows[0]?.['said'] as Buffer | null | undefined)?.toString()
    },

    async scrubVersions(change) {
      return inTenant('Scrubbing versions', {}, (query) => scrubKept(query, change))
    },

    async adopt(path, text, versions) {
      checkNotePath(path)
      await inTenant('Taking over a note', locked(path), async (query) => {
        for (const { id, text: before, written, ...about } of versions)
          await insert(query, Number(id), about, before, written)
        if (text === undefined) return
        await query(WRITE, [path, Buffer.from(text), hash('sha256', text), Math.floor(now())])
      })
    },
  }
}

const WRITE = `INSERT INTO daypack.note (path, text, hash, modified) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant, path) DO UPDATE SET text = excluded.text, hash = excluded.hash, modified = excluded.modified`
const NEXT_ID = 'SELECT coalesce(max(id), 0) + 1 AS id FROM daypack.note_version WHERE path = $1'
const INSERT = `INSERT INTO daypack.note_version (path, id, at, hash, next, why, text, written)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`
const VERSIONS = `SELECT path, lpad(v.id::text, 8, '0') AS id, at, hash, next, why FROM daypack.note_version v
  WHERE $1::text IS NULL OR path = $1 ORDER BY at DESC, path, v.id DESC`
const VERSION = `SELECT CASE WHEN lpad(id::text, 8, '0') = $2 THEN text ELSE written END AS said FROM daypack.note_version
  WHERE path = $1 AND (lpad(id::text, 8, '0') = $2 OR next = $2) ORDER BY id LIMIT 1`

type NoteRow = { readonly text: Buffer; readonly hash: string; readonly modified: Millis }
type About = { readonly [field in 'hash' | 'next' | 'why']?: string | undefined } & { readonly at: Millis }
type Kept = About & { readonly path: string }
type KeptRow = {
  readonly path: string
  readonly id: number
  readonly hash: string | null
  readonly next: string | null
  readonly text: Buffer
  readonly written: Buffer | null
}

async function rowOf(query: Query, path: string): Promise<NoteRow | undefined> {
  const { rows } = await query('SELECT text, hash, modified FROM daypack.note WHERE path = $1', [path])
  return rows[0] as NoteRow | undefined
}

async function keep(query: Query, path: string, about: About, text = '', written?: string): Promise<void> {
  const { rows } = await query(NEXT_ID, [path])
  const id = rows[0]?.['id'] as number
  await insert(query, id, { path, ...about }, text, written)
  await query('DELETE FROM daypack.note_version WHERE path = $1 AND id <= $2', [path, id - MAX_KEPT])
}

async function insert(query: Query, id: number, about: Kept, text: string, written?: string): Promise<void> {
  const { path, at, hash, next, why } = about
  await query(INSERT, [path, id, at, hash ?? null, next ?? null, why ?? null, Buffer.from(text), bytesOf(written)])
}

function bytesOf(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text)
}

async function scrubKept(query: Query, change: (text: string, path: string) => string | undefined): Promise<number> {
  const { rows } = await query('SELECT path, id, hash, next, text, written FROM daypack.note_version FOR UPDATE')
  let changed = 0
  for (const row of rows as unknown as KeptRow[]) {
    const [text, written] = [row.text.toString(), row.written?.toString()]
    const clean = change(text, row.path)
    const instead = written === undefined ? undefined : change(written, row.path)
    if (clean === text && instead === written) continue
    if (clean !== text) changed++
    const key = [row.path, row.id]
    if (clean === undefined) {
      await query('DELETE FROM daypack.note_version WHERE path = $1 AND id = $2', key)
      continue
    }
    await query(
      'UPDATE daypack.note_version SET text = $3, written = $4, hash = $5, next = $6 WHERE path = $1 AND id = $2',
      [
        ...key,
        Buffer.from(clean),
        bytesOf(instead),
        row.hash === null ? null : hash('sha256', clean),
        instead === undefined ? row.next : hash('sha256', instead),
      ],
    )
  }
  return changed
}
