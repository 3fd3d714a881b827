import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip, gzipSync } from 'node:zlib'
import type { Damage } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { writeWhole } from './atomic.ts'
import { BEGINNING, collector, headOf } from './cursor.ts'
import type { JournalRead } from './journal.ts'
import type { Lease } from './lock.ts'
import type { Place, Tree } from './paths.ts'
import { readWhole } from './read.ts'
import { NEWLINE, type JournalRecord } from './record.ts'
import { scanLines } from './scan.ts'
import type { VfsFile } from './vfs.ts'

const EXTENSION = '.gz'
/** Lines are packed in pieces of about this size, each a separate gzip stream: damage costs one piece, not the file. */
const PIECE_BYTES = 256 * 1024
/** What every piece begins with, whatever system it was packed on. */
const HEADER = gzipSync(Buffer.alloc(0)).subarray(0, 9)
/** What a piece of lines cannot begin with: the rest of it is Brotli, which sees that a hand-over repeats the one before it. */
const BROTLI = Buffer.from('br:')
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function packedPlace({ folder, name }: Place): Place {
  return { folder, name: name + EXTENSION }
}

export function unpackedName(name: string): string {
  return name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name
}

/** Read back before the plain file, which holds all of the log, goes. The caller holds the lock. */
export async function pack(tree: Tree, place: Place, lease: Lease): Promise<boolean> {
  const bytes = await readWhole(tree, place)
  if (bytes === undefined || bytes.at(-1) !== NEWLINE) return false
  const packed = packedPlace(place)
  await writeWhole(tree, packed, [await packedBytes(bytes)])
  const back = unpackBytes((await readWhole(tree, packed)) ?? Buffer.alloc(0))
  await lease.check()
  const isWhole = back.damage.length === 0 && back.bytes.equals(bytes)
  await tree.vfs.unlink(tree.path(isWhole ? place : packed))
  await tree.vfs.syncDir(await tree.folder(place.folder))
  return isWhole
}

export async function readPacked(
  tree: Tree,
  place: Place,
  after: number,
  valid: (record: JournalRecord) => boolean,
): Promise<Pick<JournalRead, 'records' | 'head' | 'damage'> | undefined> {
  const packed = packedPlace(place)
  const found = await readWhole(tree, packed)
  if (found === undefined) return undefined
  const file = [...packed.folder, packed.name].join('/')
  const { bytes, damage } = unpackBytes(found)
  const collected = collector(BEGINNING, after, valid)
  const end = await scanLines(inMemory(bytes), BEGINNING, bytes.length, (parts, start) => collected.visit(parts, start))
  const reported: Damage[] = [...damage, ...collected.findings].map((finding) => ({ file, ...finding }))
  return { records: collected.records, head: headOf(collected.cursor(end)), damage: reported }
}

export async function lastPiece(tree: Tree, place: Place): Promise<Buffer> {
  const packed = (await readWhole(tree, packedPlace(place))) ?? Buffer.alloc(0)
  // A piece may contain the bytes of a header: the last one from which it unpacks to the end is right.
  for (let end = packed.length; end > 0;) {
    end = packed.lastIndexOf(HEADER, end - 1)
    const piece = end < 0 ? undefined : tryUnzip(packed.subarray(end))
    if (piece !== undefined) return piece
  }
  return Buffer.alloc(0)
}

export async function packedBytes(lines: Buffer): Promise<Buffer> {
  const packed: Buffer[] = []
  for (const piece of piecesOf(lines)) {
    const small = Buffer.concat([BROTLI, await promisify(brotliCompress)(piece, QUALITY)])
    // Gzip gives it a frame and a check.
    const framed = await promisify(gzip)(small, { level: 0 })
    HEADER.copy(framed)
    packed.push(framed)
  }
  return Buffer.concat(packed)
}

function piecesOf(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, Math.min(from + PIECE_BYTES, bytes.length - 1)) + 1 || bytes.length
    pieces.push(bytes.subarray(from, end))
    from = end
  }
  return pieces
}

export function unpackBytes(packed: Buffer): { bytes: Buffer; damage: Omit<Damage, 'file'>[] } {
  const good: Buffer[] = []
  const damage: Omit<Damage, 'file'>[] = []
  for (let from = 0; from < packed.length;) {
    let to = from
    let piece: Buffer | undefined
    // A piece may contain the bytes of a header: the first end at which it unpacks is right.
    while (piece === undefined && to < packed.length) {
      const next = packed.indexOf(HEADER, to + 1)
      to = next < 0 ? packed.length : next
      piece = tryUnzip(packed.subarray(from, to))
    }
    if (piece !== undefined) {
      good.push(piece)
      from = to
      continue
    }
    const next = packed.indexOf(HEADER, from + 1)
    to = next < 0 ? packed.length : next
    damage.push({ offset: from, bytes: to - from, why: 'a compressed piece that cannot be read' })
    from = to
  }
  return { bytes: Buffer.concat(good), damage }
}

function tryUnzip(piece: Buffer): Buffer | undefined {
  try {
    const bytes = gunzipSync(piece)
    const isBrotli = bytes.subarray(0, BROTLI.length).equals(BROTLI)
    return isBrotli ? brotliDecompressSync(bytes.subarray(BROTLI.length)) : bytes
  } catch {
    return undefined
  }
}

function inMemory(bytes: Buffer): VfsFile {
  const refuse = (): never => {
    throw new DaypackError('unsupported', 'A compressed log is read-only.')
  }
  return {
    stat: refuse,
    read: async (buffer, position) => bytes.copy(buffer, 0, position, position + buffer.length),
    write: refuse,
    datasync: refuse,
    truncate: refuse,
    close: async () => undefined,
  }
}
