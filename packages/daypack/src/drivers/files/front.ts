import type { Damage } from '../../model/driver.ts'
import { DaypackError } from '../../model/errors.ts'
import { slicer } from '../../model/slices.ts'
import type { Journal, JournalRead } from './journal.ts'
import type { Lease } from './lock.ts'
import { damageOf, lastPiece, packedBytes, packedPlace, piecesIn, unpackBytes } from './packed.ts'
import { writeWhole } from './atomic.ts'
import type { Place, Tree } from './paths.ts'
import { readWhole } from './read.ts'
import { linesIn, NEWLINE, type Line } from './record.ts'
import { ifThere } from './vfs.ts'

/** Bytes of an active log that stay plain (or an eighth of what is packed, if that is more); older lines are compressed. */
const PLAIN_BYTES = 64 * 1024
const PLAIN_SHARE = 1 / 8

/** Packs all but the last entry of a log in use, once it has become this long. The caller holds the lock. */
export async function packFront(
  tree: Tree,
  place: Place,
  journal: Journal,
  bytes: number,
  lease: Lease,
): Promise<void> {
  if (bytes <= PLAIN_BYTES) return
  const packed = (await ifThere(tree.vfs.stat(tree.path(packedPlace(place)))))?.size ?? 0
  if (bytes > packed * PLAIN_SHARE) await pack(tree, place, lease, journal)
}

/**
 * Packs a log behind what is packed already: all of it, or all but the last entry where the `journal` goes on. First the packed
 * file is durable, then the plain one goes or begins later; where both hold an entry the plain one counts. A log with damage
 * stays as it is. The caller holds the lock.
 */
export async function pack(tree: Tree, place: Place, lease: Lease, journal?: Journal): Promise<boolean> {
  const target = packedPlace(place)
  const plain = (await readWhole(tree, place)) ?? Buffer.of()
  const lines = await intactLines(plain)
  const [header, first] = lines ?? []
  const kept = journal && lines?.at(-1)
  if (!lines || header?.seq !== 0 || !first || kept === first) return false
  const before = first.seq === 1 ? 0 : await lastSeq(await lastPiece(tree, place))
  // What was packed is damaged or gone: nothing is added behind it.
  if (before < first.seq - 1) return false
  const start = first.seq === 1 ? header : lines.find(({ seq }) => seq > before)
  const end = kept?.from ?? plain.length
  if (start && start.from < end) {
    const front = first.seq === 1 ? undefined : await readWhole(tree, target)
    const more = await packedBytes(plain.subarray(start.from, end))
    if (!unpackBytes(more)?.equals(plain.subarray(start.from, end))) return false
    await writeWhole(tree, target, front ? [front, more] : [more], lease)
  }
  if (journal) await journal.replace([plain.subarray(header.from, header.to), plain.subarray(end)], lease)
  else await removeDurably(tree, place, lease)
  return true
}

async function removeDurably(tree: Tree, place: Place, lease: Lease): Promise<void> {
  await lease.check()
  await tree.vfs.unlink(tree.path(place))
  await tree.vfs.syncDir(await tree.folder(place.folder))
}

/** Makes one plain file of a log, to be written to or changed anywhere. The caller holds the lock. */
export async function unpack(tree: Tree, place: Place, journal: Journal, lease: Lease): Promise<void> {
  const packed = packedPlace(place)
  const found = await readWhole(tree, packed)
  if (found === undefined) return
  const plain = (await readWhole(tree, place)) ?? Buffer.of()
  const first = await firstSeq(plain)
  if (first !== 1) {
    let after = 0
    const damage: Omit<Damage, 'file'>[] = []
    for (const piece of piecesIn(found)) {
      if (piece.bytes) after = (await lastSeq(piece.bytes)) || after
      else damage.push(damageOf(piece))
    }
    if (damage.length > 0)
      throw new DaypackError(
        'damaged',
        `${[...packed.folder, packed.name].join('/')} is damaged, so nothing is appended to it; restore it from a backup. The intact parts can still be read.`,
        { details: { place: packed, damage } },
      )
    const rest = (await eachLine(plain)).filter(({ record }) => record === undefined || record.seq > after)
    const lines = function* () {
      for (const { bytes } of piecesIn(found)) if (bytes) yield bytes
      for (const { from, to } of rest) yield plain.subarray(from, to)
    }
    await journal.replace(lines(), lease)
  }
  await removeDurably(tree, packed, lease)
}

type Read = Pick<JournalRead, 'records' | 'head' | 'damage'>

/** Does the plain file hold everything after `after`? */
export function isWhole({ records, head }: Read, after: number): boolean {
  const first = records[0]?.seq
  return first === undefined ? head > 0 && head <= after : first <= after + 1
}

/** The packed records, followed by the plain ones. */
export function joinReads(front: Read, { records, head, damage }: Read): Read {
  const first = records[0]?.seq ?? Infinity
  return {
    records: [...front.records.filter(({ seq }) => seq < first), ...records],
    head: Math.max(front.head, head),
    damage: [...front.damage, ...damage],
  }
}

type NumberedLine = Line & { readonly seq: number }

/** The lines of a file in which nothing is damaged, missing or out of order. */
async function intactLines(bytes: Buffer): Promise<NumberedLine[] | undefined> {
  const lines = (await eachLine(bytes)).map((line) => ({ ...line, seq: line.record?.seq ?? NaN }))
  const isIntact = lines.every(({ seq }, at) => (at < 2 ? seq >= 0 : seq === (lines[at - 1]?.seq ?? 0) + 1))
  return isIntact && bytes.at(-1) === NEWLINE ? lines : undefined
}

async function eachLine(bytes: Buffer): Promise<Line[]> {
  const lines: Line[] = []
  const slice = slicer()
  for (const line of linesIn(bytes)) {
    lines.push(line)
    await slice(line.to - line.from)
  }
  return lines
}

async function firstSeq(bytes: Buffer): Promise<number | undefined> {
  return (await eachLine(bytes)).find(({ record }) => record !== undefined && record.seq > 0)?.record?.seq
}

async function lastSeq(bytes: Buffer): Promise<number> {
  return (await eachLine(bytes)).findLast(({ record }) => record)?.record?.seq ?? 0
}
