import { realpath } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isWithin, realOf } from '../../config/real-path.ts'

export type Folder = {
  readonly root: string
  readonly workspace: string
  /** Where MEMORY.md and memory/ are; default: the workspace. */
  readonly notes?: string
  /** The workspace's folders for day files and stored results, where they have other names. */
  readonly stored?: readonly string[]
}

/** Of the workspace nobody's business; in a workspace that is the working folder itself all else is. */
const OWN = ['log', 'index', '.lock', '.trash', '.versions', '.quarantine', 'daypack.json']
const STORED = ['dialog', 'tool_result']
const NOTE = /^(?:MEMORY\.md|memory\/.+\.(?:md|markdown))$/i

/** The real path of a name inside the folder; refuses `..`, absolute paths and links that lead outside. */
export async function inside(folder: Folder, name: string): Promise<string> {
  const { root, workspace, notes = workspace } = folder
  const real = await realpath(root)
  const wanted = path.resolve(real, name)
  const note = noteIn(notes, real, wanted)
  const found = realOf(note ?? wanted)
  if (note !== undefined && isWithin(realOf(notes), found)) return found
  if (!isWithin(real, found)) throw new Error(`${name} is outside the working folder.`)
  if (isKept(folder, found))
    throw new Error(`${name} belongs to Daypack's workspace; use read_ref, recall or the memory tools.`)
  return found
}

export async function isStored(folder: Folder, name: string): Promise<boolean> {
  const { root, workspace, stored = [] } = folder
  const real = await realpath(root)
  const dir = realOf(workspace)
  const names = [...STORED, ...stored]
  const kept = (file: string) => names.some((each) => isWithin(path.join(dir, each), file))
  const wanted = path.resolve(real, name)
  if (kept(realOf(wanted))) return true
  const isBelow = !path.isAbsolute(name) && names.some((each) => path.normalize(name).startsWith(each + path.sep))
  return isBelow && !existsSync(wanted)
}

function noteIn(notes: string, root: string, wanted: string): string | undefined {
  const base = isWithin(notes, wanted) ? notes : root
  const relative = path.relative(base, wanted).split(path.sep).join('/')
  if (!NOTE.test(relative) || (base === root && base !== notes && existsSync(wanted))) return undefined
  return path.join(notes, relative)
}

function isKept({ root, workspace, stored = [] }: Folder, file: string): boolean {
  const dir = realOf(workspace)
  if (!isWithin(dir, realOf(root))) return isWithin(dir, file)
  return [...OWN, ...STORED, ...stored].some((name) => isWithin(path.join(dir, name), file))
}

/** Folders nobody means when they say “the files”. */
export const SKIPPED = new Set(['node_modules', '.git', '.daypack', 'dist', 'coverage', '.venv', '__pycache__'])
