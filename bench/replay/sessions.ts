// The long sessions of the shared data.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { MeterOptions } from '../../lab/src/measure/meter.ts'
import { replaySession, type ReplaySession } from '../../lab/src/measure/session.ts'
import { readTranscripts } from '../../lab/src/transcripts/read.ts'
import { data } from '../data.ts'
import { count, keepCounts } from './count.ts'
import { partOf, type Part } from './parts.ts'

export type BenchSession = ReplaySession & { readonly repository: string; readonly part: Part }

/** Four fifths of the smallest window. */
const LEAST_TOKENS = 25_600

export function loadSessions(
  options: {
    model?: string
    only?: readonly string[]
    part?: string
    /** Of those that are long enough every so many; default 1, all of them. */
    every?: number
    meter?: MeterOptions
  } = {},
): BenchSession[] {
  const base = path.join(data, 'trajectories')
  const found: BenchSession[] = []
  let nth = 0
  for (const repository of readdirSync(base).toSorted()) {
    if (options.only?.every((prefix) => prefix.includes('/') && !prefix.startsWith(`${repository}/`))) continue
    for (const file of readdirSync(path.join(base, repository)).toSorted()) {
      if (file.includes('.sse.') || repository === 'deer-flow-replay') continue
      for (const [index, transcript] of readTranscripts(path.join(base, repository, file)).entries()) {
        const id = transcript.id ?? `${file}#${index}`
        const name = `${repository}/${id.slice(0, 8)}`
        if (options.only && !options.only.some((prefix) => name.includes(prefix))) continue
        const chars = JSON.stringify(transcript.messages).length
        if (chars < LEAST_TOKENS * 2.5 || (options.part && partOf(repository, id) !== options.part)) continue
        if (nth++ % (options.every ?? 1) !== 0) continue
        const session = replaySession(transcript, {
          name,
          count,
          ...(options.model !== undefined && { model: options.model }),
          ...(options.meter && { meter: options.meter }),
        })
        if (session.tokens < LEAST_TOKENS) continue
        found.push({ ...session, repository, part: partOf(repository, id) })
      }
    }
  }
  keepCounts()
  return found
}
