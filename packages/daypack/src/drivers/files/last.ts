import type { Millis } from '../../model/json.ts'
import { recent } from '../shared/recent.ts'
import { lastPiece, packedPlace } from './packed.ts'
import type { Place, Tree } from './paths.ts'
import { gather } from '../shared/bytes.ts'
import { chunks, withFile } from './read.ts'
import { NEWLINE, readLine } from './record.ts'
import { ifThere } from './vfs.ts'

const LAST_BYTES = 256 * 1024
/** How many packed journals' last times stay in memory. */
const REMEMBERED = 10_000

export async function lastAt(tree: Tree, place: Place): Promise<Millis | undefined> {
  return await withFile(tree, place, 'read', async (file) => {
    const { size } = await file.stat()
    return timeOfLast(await gather(chunks(file, Math.max(0, size - LAST_BYTES), size)))
  })
}

export function lastOfAny(tree: Tree): (place: Place) => Promise<Millis | undefined> {
  const known = recent<string, { id?: string; at?: Millis | undefined }>(REMEMBERED, () => ({}))
  return async (place) => {
    const plain = await lastAt(tree, place)
    if (plain !== undefined) return plain
    const found = known.get(place.name)
    const id = (await ifThere(tree.vfs.stat(tree.path(packedPlace(place)))))?.id
    if (id === undefined) return undefined
    if (found.id !== id) found.at = timeOfLast(await lastPiece(tree, place))
    found.id = id
    return found.at
  }
}

function timeOfLast(end: Buffer): Millis | undefined {
  const from = end.lastIndexOf(NEWLINE, end.length - 2) + 1
  const part = readLine(end.subarray(from, Math.max(from, end.length - 1))).at(-1)
  return part?.kind === 'record' ? part.record.at : undefined
}
