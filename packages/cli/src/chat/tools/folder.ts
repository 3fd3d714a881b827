import { realpath } from 'node:fs/promises'
import path from 'node:path'

/** The folder the agent works in, and what of it is not its business. */
export type Folder = { readonly root: string; readonly workspace: string }

/**
 * The real path of a name inside the folder. Refuses what lies outside, by `..`, an absolute path or a link, and the
 * workspace, whose files have tools of their own.
 */
export async function inside({ root, workspace }: Folder, name: string): Promise<string> {
  const real = await realpath(root)
  const wanted = path.resolve(real, name)
  const found = await realOf(wanted)
  if (!isWithin(real, found)) throw new Error(`${name} is outside the working folder.`)
  if (isWithin(await realOf(workspace), found))
    throw new Error(`${name} belongs to the workspace of Daypack; use read_ref, recall or the memory tools.`)
  return found
}

/** With links resolved; of what is not there yet, the nearest folder that is. */
async function realOf(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path.dirname(file) === file) throw error
    return path.join(await realOf(path.dirname(file)), path.basename(file))
  }
}

function isWithin(root: string, file: string): boolean {
  const relative = path.relative(root, file)
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative))
}

/** Folders nobody means when they say “the files”. */
export const SKIPPED = new Set(['node_modules', '.git', '.daypack', 'dist', 'coverage', '.venv', '__pycache__'])
