import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gunzipSync, gzip } from 'node:zlib'
import type { Damage } from '../../model/driver.ts'
import { slicer } from '../../model/slices.ts'
import { BEGINNING, collector, headOf } from './scan.ts'
import type { JournalRead } from './journal.ts'
import type { Place, Tree } from './paths.ts'
import { readWhole } from './read.ts'
import { linesIn, MAX_RECORD_BYTES, NEWLINE, type JournalRecord } from './record.ts'
import { errno } from './vfs.ts'

const EXTENSION = '.gz'
/** Lines are packed in pieces of about this size, each a separate gzip stream: damage costs one piece, not the file. */
const PIECE_BYTES = 256 * 1024
/** What every piece begins with, whatever system it was packed on. */
const HEADER = Buffer.from('1f8b08000000000000', 'hex')
/** What a piece of lines cannot begin with: the rest of it is Brotli, which sees that a hand-over repeats the one before it. */
const BROTLI = Buffer.from('br:')
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function packedPlace({ folder, name }: Place): Place {
  return { folder, name: name + EXTENSION }
}

export function unpackedName(name: string): string {
  return name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name
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
  const collected = collector(BEGINNING, after, valid)
  const reported: Damage[] = []
  const slice = slicer()
  let { offset, line } = BEGINNING
  // One piece at a time: all of a log that was made up would not fit in memory.
  for (const piece of piecesIn(found)) {
    const { bytes } = piece
    if (!bytes) {
      reported.push({ file, ...damageOf(piece) })
      continue
    }
    for (const { from, to, parts } of linesIn(bytes)) {
      collected.visit(parts, { offset: offset + from, line: line++ })
      await slice(to - from)
    }
    offset += bytes.length
  }
  reported.push(...collected.findings.map((finding) => ({ file, ...finding })))
  return { records: collected.records, head: headOf(collected.cursor({ offset, line })), damage: reported }
}

export function damageOf({ from, to }: Piece): Omit<Damage, 'file'> {
  return { offset: from, bytes: to - from, why: 'a compressed piece that cannot be read' }
}

export async function lastPiece(tree: Tree, place: Place): Promise<Buffer> {
  const packed = (await readWhole(tree, packedPlace(place))) ?? Buffer.of()
  // A piece may contain the bytes of a header: the last one from which it unpacks to the end is right.
  for (let from = packed.lastIndexOf(HEADER); from >= 0; from = from > 0 ? packed.lastIndexOf(HEADER, from - 1) : -1) {
    const piece = readPiece(packed, from)
    if (piece?.to === packed.length) return piece.bytes
  }
  return Buffer.of()
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

/** Undefined where anything of it is damaged. */
export function unpackBytes(packed: Buffer): Buffer | undefined {
  const good = [...piecesIn(packed)].map(({ bytes }) => bytes)
  return good.every((bytes) => bytes !== undefined) ? Buffer.concat(good) : undefined
}

export type Piece = { readonly from: number; readonly to: number; readonly bytes?: Buffer }

/** The pieces of a packed file in order; without `bytes` what cannot be read, up to the next header. */
export function* piecesIn(packed: Buffer): Generator<Piece> {
  for (let from = 0; from < packed.length;) {
    const piece = readPiece(packed, from)
    const next = piece ? piece.to : packed.indexOf(HEADER, from + 1)
    const to = next < 0 ? packed.length : next
    yield { from, to, ...(piece && { bytes: piece.bytes }) }
    from = to
  }
}

/** What is packed holds whole lines: more than that, or more for its size than lines ever give, is not unpacked. */
const MOST_BYTES = PIECE_BYTES + MAX_RECORD_BYTES
const MOST_RATIO = 1_000

/** A piece may contain the bytes of a header: the first end at which it unpacks is right. */
function readPiece(packed: Buffer, from: number): { readonly bytes: Buffer; readonly to: number } | undefined {
  for (let to = from; to < packed.length;) {
    const next = packed.indexOf(HEADER, to + 1)
    to = next < 0 ? packed.length : next
    try {
      return { bytes: unzip(packed.subarray(from, to)), to }
    } catch (error) {
      if (errno(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
    }
  }
  return undefined
}

function unzip(piece: Buffer): Buffer {
  const bytes = gunzipSync(piece, { maxOutputLength: MOST_BYTES })
  if (!bytes.subarray(0, BROTLI.length).equals(BROTLI)) return bytes
  const maxOutputLength = Math.min(MOST_BYTES, bytes.length * MOST_RATIO)
  return brotliDecompressSync(bytes.subarray(BROTLI.length), { maxOutputLength })
}
