import { existsSync } from 'node:fs'
import type { FoundSession } from './find.ts'

const FORM = /^(.*opencode\.db)#(ses_\w+)$/

/** The sessions in OpenCode's database, those of sub-agents left out. */
export function openCodeSessions(file: string): FoundSession[] {
  const query =
    'SELECT id, time_updated AS modified FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC LIMIT 50'
  return rowsOf(file, query).map(({ id, modified }) => ({
    agent: 'OpenCode',
    file: `${file}#${String(id)}`,
    bytes: 1,
    modified: Number(modified),
  }))
}

/** One session of it, as `opencode export` writes it; undefined: the file is none of OpenCode's. */
export function openCodeExport(file: string): Uint8Array | undefined {
  const [, database = '', id = ''] = FORM.exec(file) ?? []
  if (id === '') return undefined
  const all = (table: string) => rowsOf(database, `SELECT * FROM ${table} WHERE session_id = ? ORDER BY id`, id)
  const parts = all('part')
  const messages = all('message').map((message) => ({
    info: { id: message['id'], ...dataOf(message) },
    parts: parts.filter((part) => part['message_id'] === message['id']).map(dataOf),
  }))
  const [session] = rowsOf(database, 'SELECT directory FROM session WHERE id = ?', id)
  return Buffer.from(JSON.stringify({ info: { id, directory: session?.['directory'] }, messages }))
}

type Row = Record<string, unknown>

function dataOf(row: Row): object {
  return JSON.parse(String(row['data'])) as object
}

function rowsOf(file: string, query: string, ...values: string[]): Row[] {
  if (!existsSync(file)) return []
  try {
    // Loaded when there is one: some versions of Node print a warning.
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return database.prepare(query).all(...values)
    } finally {
      database.close()
    }
  } catch {
    // Another version of it, or one that is being made.
    return []
  }
}
