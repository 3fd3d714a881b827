import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Where bytes of something still stand. */
export type Trace = { readonly file: string; readonly times: number }

type Needle = { readonly bytes: Buffer; readonly asWords: boolean }

const CHUNK_BYTES = 4 * 1024 * 1024

/**
 * Search every byte below a folder for these texts, plain and as JSON writes them, in any case. A phrase counts only where
 * it stands as words of its own: `tea` leaves no trace in `team`.
 */
export async function bytesLeft(
  dir: string,
  texts: readonly string[],
  phrases: readonly string[] = [],
): Promise<Trace[]> {
  const needles = [...needlesOf(texts, false), ...needlesOf(phrases, true)]
  const traces: Trace[] = []
  for (const entry of needles.length === 0 ? [] : await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const times = await occurrences(file, needles).catch(() => 0)
    if (times > 0) traces.push({ file: relative(dir, file).split(sep).join('/'), times })
  }
  return traces.toSorted((a, b) => (a.file < b.file ? -1 : 1))
}

function needlesOf(texts: readonly string[], asWords: boolean): Needle[] {
  const forms = texts.filter((text) => text.trim() !== '').flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  return [...new Set(forms)].map((form) => ({ bytes: folded(Buffer.from(form)), asWords }))
}

/** ASCII capitals made small, in place. */
function folded(bytes: Buffer): Buffer {
  for (const [index, byte] of bytes.entries()) if (byte >= 65 && byte <= 90) bytes[index] = byte + 32
  return bytes
}

async function occurrences(file: string, needles: readonly Needle[]): Promise<number> {
  const overlap = Math.max(...needles.map(({ bytes }) => bytes.length)) + 1
  const handle = await open(file)
  try {
    let times = 0
    let carried = Buffer.alloc(0)
    let from = 0
    for (let at = 0; ;) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at)
      at += bytesRead
      const bytes = Buffer.concat([carried, folded(chunk.subarray(0, bytesRead))])
      // What stands at the end is counted with the next chunk, which shows what follows it.
      const until = bytesRead === 0 ? bytes.length : Math.max(from, bytes.length - overlap)
      for (const needle of needles) times += countIn(bytes, needle, from, until)
      if (bytesRead === 0) return times
      const kept = Math.max(0, until - 2)
      carried = bytes.subarray(kept)
      from = until - kept
    }
  } finally {
    await handle.close()
  }
}

/** How often it begins in [from, until). */
function countIn(bytes: Buffer, needle: Needle, from: number, until: number): number {
  let times = 0
  for (let at = bytes.indexOf(needle.bytes, from); at >= 0 && at < until; at = bytes.indexOf(needle.bytes, at + 1)) {
    if (!needle.asWords || standsAlone(bytes, at, at + needle.bytes.length)) times++
  }
  return times
}

function standsAlone(bytes: Buffer, from: number, to: number): boolean {
  const escaped = bytes[from - 2] === BACKSLASH
  return (escaped || !joined(bytes[from - 1], bytes[from])) && !joined(bytes[to - 1], bytes[to])
}

const BACKSLASH = 92

function joined(left: number | undefined, right: number | undefined): boolean {
  return isWord(left) && isWord(right)
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57))
}
