import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { DaypackError } from '../../model/errors.ts'

/** A file of lines that several processes append to, and that one of them writes anew now and then. */
export type LineFile = {
  /** Lines that were added since the last call; `anew` where the file is another one by now. */
  read(): { readonly lines: readonly string[]; readonly anew: boolean }
  append(line: string): void
  /** Everything in one step; what others append meanwhile is kept. */
  replace(lines: Iterable<string>): void
  bytes(): number
}

const NEWLINE = 10

export function lineFile(file: string): LineFile {
  let known = { inode: -1, size: 0 }
  const seen = (): { inode: number; size: number } | undefined => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found && { inode: found.ino, size: found.size }
  }
  const lines: LineFile = {
    read() {
      const now = seen()
      const anew = known.inode !== -1 && (now?.inode !== known.inode || now.size < known.size)
      if (anew) known = { inode: -1, size: 0 }
      if (now === undefined || now.size === known.size) return { lines: [], anew }
      const text = bytesFrom(file, known.size)
      const whole = text.subarray(0, text.lastIndexOf(NEWLINE) + 1)
      known = { inode: now.inode, size: known.size + whole.length }
      return { lines: whole.toString('utf8').split('\n').slice(0, -1), anew }
    },
    append(line) {
      const bytes = Buffer.from(line)
      guarded('Writing the memory index', () => {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
        const handle = openSync(file, 'a', 0o600)
        try {
          const { ino, size } = fstatSync(handle)
          writeSync(handle, bytes)
          if (known.inode === -1 && size === 0) known = { inode: ino, size: 0 }
          if (ino === known.inode && size === known.size) known = { inode: ino, size: size + bytes.length }
        } finally {
          closeSync(handle)
        }
      })
    },
    replace(all) {
      guarded('Writing the memory index anew', () => {
        const before = known.size
        const next = `${file}.${process.pid}.next`
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
        const handle = openSync(next, 'w', 0o600)
        try {
          for (const line of all) writeSync(handle, line)
          if (seen()?.inode === known.inode) writeSync(handle, bytesFrom(file, before))
          renameSync(next, file)
          const { ino, size } = fstatSync(handle)
          known = { inode: ino, size }
        } catch (error) {
          rmSync(next, { force: true })
          throw error
        } finally {
          closeSync(handle)
        }
      })
    },
    bytes: () => seen()?.size ?? 0,
  }
  return lines
}

function bytesFrom(file: string, from: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - from))
    let done = 0
    for (let got = 1; got > 0 && done < bytes.length; done += got)
      got = readSync(handle, bytes, done, bytes.length - done, from + done)
    return bytes.subarray(0, done)
  } finally {
    closeSync(handle)
  }
}

function guarded(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new DaypackError(
      isFull ? 'disk-full' : 'io',
      `${what} failed (${message}). ${isFull ? 'What was stored before is untouched; free some space.' : "This user can't write to the workspace."}`,
      { cause: error },
    )
  }
}
