import { constants } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import { isWithin } from '../../config/real-path.ts'

/** Opens a resolved path without following links, so a swap is noticed; refuses pipes and devices. */
async function openReal(real: string, flags: number): Promise<FileHandle> {
  const file = await open(real, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666)
  try {
    const [found, there, now] = [await file.stat(), await lstat(real), await realpath(real)]
    if (!found.isFile()) throw new Error(`${real} is not a plain file.`)
    if (now !== real || found.ino !== there.ino || found.dev !== there.dev) throw new Error(`${real} was swapped.`)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

export async function readReal(real: string): Promise<Buffer> {
  const file = await openReal(real, constants.O_RDONLY)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

export async function writeReal(real: string, text: string): Promise<void> {
  const file = await openReal(real, constants.O_WRONLY | constants.O_CREAT)
  try {
    await file.truncate()
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

/** Instructions are cut far below that. */
const MOST_BYTES = 1024 * 1024

/** The start of a file that really lies below `root`; undefined when it is not there, leads elsewhere or is no plain file. */
export async function readBelow(root: string, file: string): Promise<string | undefined> {
  try {
    const [folder, real] = [await realpath(root), await realpath(file)]
    if (!isWithin(folder, real)) return undefined
    await using handle = await openReal(real, constants.O_RDONLY)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_BYTES))
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    return undefined
  }
}
