import { createHash } from 'node:crypto'
import { lstatSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Backend } from '../config.ts'
import { DaypackError, isDaypackError, reasonOf } from '../model/errors.ts'
import { defined } from '../model/json.ts'
import type { EmbeddedIndex, IndexStore } from '../model/index-store.ts'
import type { Warner } from '../warn.ts'

/** The memory index of a workspace. If it can't be opened, a warning says so and the next best is used: memory stays searchable. */
export async function openIndex(dir: string | undefined, backend: Backend, warn: Warner): Promise<IndexStore> {
  const { name, ...given } = typeof backend === 'string' ? { name: backend } : backend
  try {
    switch (name) {
      case 'auto':
        return await embedded(dir, warn)
      case 'local':
      case 'sqlite':
        return await sqlite(folderOf(dir, name))
      case 'chroma':
        return await chroma(dir, given, await embedded(dir, warn), warn)
    }
  } catch (error) {
    if (isDaypackError(error, 'bad-config')) throw error
    warn(
      'memory index',
      `The memory index (${name}) can't be used, so this process uses another one: ${reasonOf(error)}`,
    )
    return embedded(dir, warn)
  }
}

/** SQLite, or memory where that does not open on this disk. */
async function embedded(dir: string | undefined, warn: Warner): Promise<IndexStore> {
  try {
    if (dir !== undefined) return await sqlite(dir)
  } catch (error) {
    warn(
      'memory index',
      `No memory index can be kept in ${dir}, so it is rebuilt at every start. sqlite: ${reasonOf(error)}`,
    )
  }
  const { memoryIndexStore } = await import('../memory/index/memory-store.ts')
  return memoryIndexStore()
}

async function sqlite(dir: string): Promise<EmbeddedIndex> {
  const { sqliteIndexStore } = await import('../drivers/sqlite/index-store.ts')
  return sqliteIndexStore({ file: withoutLinks(path.join(dir, 'index', 'memory.sqlite')) })
}

/** A link at the place of an index would be followed out of the workspace, so it is removed and the index rebuilt. */
function withoutLinks(file: string): string {
  for (const each of [file, `${file}-wal`, `${file}-shm`])
    if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(each)
  return file
}

function folderOf(dir: string | undefined, name: string): string {
  if (dir !== undefined) return dir
  throw new DaypackError(
    'bad-config',
    `The memory index "${name}" needs a folder: give the pack a dir, or leave it out.`,
  )
}

type Given = { readonly url?: string; readonly token?: string }

async function chroma(dir: string | undefined, given: Given, base: IndexStore, warn: Warner): Promise<IndexStore> {
  const { checkChroma, chromaIndexStore } = await import('daypack-chroma').catch((cause: unknown) => {
    throw new DaypackError('missing-peer', 'The memory index "chroma" needs a package: npm install daypack-chroma', {
      cause,
    })
  })
  const { url, token } = given
  if (url === undefined)
    throw new DaypackError(
      'bad-config',
      'The memory index "chroma" needs the address of a server: memory.backend.url, or DAYPACK_CHROMA_URL for the command. `npx chroma run` starts one.',
    )
  const address = defined<{ url: string; token?: string }>({ url, token })
  await checkChroma(address).catch((error: unknown) =>
    warn('chroma', `Memory is searched by words alone until Chroma is back: ${reasonOf(error)}`),
  )
  const collection = `daypack-${createHash('sha256')
    .update(dir ?? '')
    .digest('hex')
    .slice(0, 12)}`
  return chromaIndexStore({ base, server: address, collection })
}
