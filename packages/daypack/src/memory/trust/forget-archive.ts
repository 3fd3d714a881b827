import type { Driver, SessionId } from '../../model/driver.ts'
import type { Millis } from '../../model/json.ts'
import { MEMORY_SESSION } from '../notes/state.ts'
import { type Erase, eraseIn } from './erase.ts'

export type ArchiveStores = Pick<Driver, 'log' | 'days' | 'blobs'>

/** What was taken out beside the notes. */
export type ForgottenArchive = {
  /** Sessions whose log held it. */
  readonly sessions: readonly SessionId[]
  /** Entries of those logs, and messages of the dialog archive. */
  readonly messages: number
  /** Offloaded results that held it: erased as a whole, for their name is the hash of their bytes. */
  readonly results: number
}

export const NO_ARCHIVE: ForgottenArchive = { sessions: [], messages: 0, results: 0 }

/**
 * Erase it in every session's log and in the dialog archive, and drop the results that hold it. Entries keep number,
 * place and length, so views, crops and citations still hold; what is signed or only carried for a provider stays.
 */
export async function forgetInArchive(
  { log, days, blobs }: ArchiveStores,
  erase: Erase,
  { dryRun, at }: { dryRun: boolean; at: Millis },
): Promise<ForgottenArchive> {
  const sessions: SessionId[] = []
  let messages = 0
  for (const session of (await log?.sessions()) ?? []) {
    if (log === undefined || session === MEMORY_SESSION) continue
    const held = dryRun
      ? (await log.read(session)).entries.filter((entry) => eraseIn(entry, erase) !== entry).length
      : await log.scrub(session, (entry) => eraseIn(entry, erase))
    if (held > 0) sessions.push(session)
    messages += held
  }
  if (days !== undefined && dryRun) {
    for (const day of await days.days())
      messages += (await days.read(day)).filter((each) => eraseIn(each, erase) !== each).length
  } else if (days !== undefined) messages += await days.scrub((record) => eraseIn(record, erase))
  let results = 0
  for await (const { ref } of blobs?.list() ?? []) {
    const data = await blobs?.get(ref).catch(() => undefined)
    const text = data instanceof Uint8Array ? Buffer.from(data).toString() : ''
    if (erase(text) === text) continue
    results++
    if (!dryRun) await blobs?.erase(ref, 'forgotten', at)
  }
  return { sessions, messages, results }
}
