import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDaypack, type Session } from 'daypack'
import { startProvider } from 'daypack-testing'
import { sailor } from './voyage.ts'

const WINDOW = 16_000

export type Opened = {
  readonly session: Session
  /** Where the provider is: the scripted one, or undefined for the real one. */
  readonly url: string | undefined
  readonly apiKey: string
  /** Say what happened, and tidy up. */
  readonly done: (answers: readonly string[]) => Promise<void>
}

/** A session with a small window; the real provider where the environment has its key, else the scripted one. */
export async function open(keyName: 'ANTHROPIC_API_KEY' | 'OPENAI_API_KEY' | 'GEMINI_API_KEY'): Promise<Opened> {
  const key = process.env[keyName]
  const provider = key ? undefined : await startProvider({ script: sailor, window: WINDOW })
  const dir = await mkdtemp(join(tmpdir(), 'daypack-example-'))
  const pack = await createDaypack({ dir, window: WINDOW, tuning: { maxOutput: 1_000 } })
  const session = await pack.session('voyage')
  return {
    session,
    url: provider?.url,
    apiKey: key ?? 'scripted',
    done: async (answers) => {
      for (const answer of answers) console.log(answer)
      const { batches, slots, size } = session.view
      const epochs = new Set(batches.flatMap((batch) => batch.epoch ?? [])).size
      console.log(
        `${slots.length} messages in the log, ${size.tokens} tokens in view, window ${WINDOW}, ${epochs} epochs`,
      )
      await pack.close()
      await provider?.close()
      await rm(dir, { recursive: true })
    },
  }
}
