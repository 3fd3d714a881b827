import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTranscripts } from '../../../../lab/src/transcripts/read.ts'
import { isNight } from '../../../daypack-testing/test/size.ts'
import { o200k } from '../../src/tokens/count.ts'
import { NO_DATA, sharedData } from '../shared-data.ts'
import { replay } from './replay.ts'

const data = sharedData()
const SESSIONS = [
  'pi-mono/large-session.jsonl.gz',
  'entire-cli/20b81bf8-77cd-4205-8ac9-727b573a70e4.jsonl.gz',
  'openhands/multi_swe_bench_examples.jsonl.gz',
]
const WAYS = [{ wire: 'anthropic' }, { wire: 'anthropic', bound: true }, { wire: 'openai-chat' }] as const

describe.skipIf(!data)(`long sessions through the engine${data ? '' : `: ${NO_DATA}`}`, () => {
  const all = SESSIONS.flatMap((file) => WAYS.map((way) => ({ file, ...way })))
  // Each session and each way once; every session in every way in the long run.
  const cases = isNight() ? all : all.filter((_, index) => index % (WAYS.length + 1) === 0)

  test.each(cases)(
    '$file on $wire at 32k: nothing broken, nothing thrown, the latest request in view, every byte in the log',
    async ({ file, ...way }) => {
      const counter = await o200k()
      for (const transcript of readTranscripts(path.join(data ?? '', 'trajectories', file))) {
        const { requests, violations, guarded, exceptions, lost, recovery, fullest } = await replay(transcript, {
          ...way,
          window: 32_000,
          counter,
        })
        expect({ violations, guarded, exceptions, lost }).toEqual({
          violations: [],
          guarded: 0,
          exceptions: [],
          lost: 0,
        })
        expect(recovery).toEqual({ bytes: expect.any(Number), missing: 0 })
        expect(recovery.bytes).toBeGreaterThan(10_000)
        expect(requests).toBeGreaterThan(0)
        expect(fullest).toBeLessThanOrEqual(1)
      }
    },
    180_000,
  )
})
