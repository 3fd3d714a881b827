import { createDaypack, type BlobStore } from 'daypack'
import { memoryDriver } from 'daypack/drivers/memory'
import { packOptions } from '../../config/pack-options.ts'
import { short } from '../../replay/meter.ts'
import type { Chat } from '../types.ts'

/** What an epoch would do if it came now, found out on a copy of the log: nothing is changed and no model is called. */
export async function forecast({ pack, session, config, cwd, env, now }: Chat): Promise<string[]> {
  const copy = memoryDriver({ now })
  const entries = await session.entries()
  await copy.log.append(session.id, entries, { expect: 0 })
  const driver = { ...copy, blobs: pack.driver.blobs ? above(copy.blobs, pack.driver.blobs) : copy.blobs }
  const trial = await createDaypack({
    ...packOptions(config, cwd, env),
    dir: '.',
    driver,
    memory: false,
    retention: false,
    now,
  })
  try {
    const { before, after, changes, why } = await (await trial.session(session.id)).compact()
    if (changes.length === 0) return [`change nothing: ${why}`]
    const folded = changes.flatMap((change) => (change.what === 'folded' ? [change] : []))
    const cropped = changes.filter((change) => change.what === 'cropped' || change.what === 'dropped')
    return [
      `bring ${short(before.tokens)} down to ${short(after.tokens)} tokens`,
      ...folded.map(
        (change) =>
          `fold ${change.messages} messages (seq ${change.from} to ${change.to}) into a summary of ${short(change.size.tokens)}`,
      ),
      ...(cropped.length > 0 ? [`cut ${cropped.length} tool results or other blocks`] : []),
    ]
  } finally {
    await trial.close()
  }
}

/** Reads from both, writes to the upper one. */
function above(upper: BlobStore, lower: BlobStore): BlobStore {
  return {
    ...upper,
    get: async (ref, range) => (await upper.get(ref, range)) ?? lower.get(ref, range),
    info: async (ref) => (await upper.info(ref)) ?? lower.info(ref),
    path: (ref) => lower.path(ref),
  }
}
