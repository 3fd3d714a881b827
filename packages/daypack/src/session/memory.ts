import type { Backend, Settings } from '../config.ts'
import type { Driver, SessionId } from '../model/driver.ts'
import { DaypackError } from '../model/errors.ts'
import type { Entry } from '../model/entry.ts'
import type { Message } from '../model/message.ts'
import type { Embed, Memory, Scope, ScopedMemory } from '../memory/index.ts'
import { lazyMemory } from '../memory/lazy.ts'
import type { IndexStore } from '../model/index-store.ts'
import type { Counter } from '../tokens/count.ts'
import type { View } from '../view/view.ts'
import { reasonOf } from '../model/errors.ts'
import type { Warner } from '../warn.ts'
import { openIndex } from './backend.ts'

/** Loads its code and opens its index on first use; wrong options are reported right away. */
export async function memoryOn(
  driver: Driver,
  settings: Settings,
  counter: Counter,
  warn: Warner,
): Promise<Memory | undefined> {
  if (settings.memory === false || !driver.notes) return undefined
  const { backend, embed, ...options } = settings.memory
  if (options.search?.keyword === false && embed === undefined) throw noSearchError()
  const { dir } = driver
  const chosen = isStore(backend) ? backend : backend === undefined ? driver.index : await openIndex(dir, backend, warn)
  return lazyMemory(async () => {
    const { createMemory } = await import('../memory/memory.ts')
    return createMemory({
      driver,
      now: settings.now,
      count: counter.count,
      ...(dir !== undefined && { dir, ...(settings.folders?.notes && { notesDir: settings.folders.notes }) }),
      // The pack's caps count all own calls to its model: memory does not count them a second time.
      ...(settings.summarize && { summarize: settings.summarize, caps: NO_CAPS }),
      ...(embed && { embed: reportingFailures(embed, warn) }),
      ...options,
      ...(options.summarize && { caps: options.caps ?? {} }),
      index: chosen ?? (await openIndex(dir, 'auto', warn)),
      onEvent(event) {
        if (event.type === 'failed') warn(`memory ${event.what}`, `Memory: ${event.what} failed: ${event.why}`)
        options.onEvent?.(event)
      },
    })
  })
}

function isStore(backend: Backend | IndexStore | undefined): backend is IndexStore {
  return typeof backend === 'object' && 'write' in backend
}

const NO_CAPS = { maxCallsPerDay: Infinity, maxTokensPerDay: Infinity }

function noSearchError(): DaypackError {
  return new DaypackError(
    'bad-config',
    'Memory is searched neither by words (search.keyword is off) nor by vectors (there is no embedding endpoint): nothing could be found. Switch words on, or give `embed`.',
  )
}

export function withForgetEvents(
  memory: Memory,
  sessions: { get(id: SessionId): Promise<Rereading> | undefined },
): Memory {
  return {
    ...memory,
    async forget(what, options) {
      const result = await memory.forget(what, options)
      if (options?.dryRun !== true) for (const id of result.archive.sessions) await (await sessions.get(id))?.reread()
      return result
    },
  }
}

type Rereading = { reread(): Promise<void> }

/** Warns when the endpoint fails: search falls back to words, which would otherwise go unnoticed. */
function reportingFailures(embed: Embed, warn: Warner): Embed {
  return {
    ...embed,
    embed: (texts, signal) =>
      embed.embed(texts, signal).catch((error: unknown) => {
        warn('embedding', `The embedding endpoint failed, so memory is searched by words alone: ${reasonOf(error)}`)
        throw error
      }),
  }
}

export function noMemory(): Memory & { for(scope: Scope): Promise<ScopedMemory> } {
  const refuse = async () => {
    throw new DaypackError(
      'bad-config',
      'Memory is switched off here, or the driver stores no notes; create the pack without `memory: false`.',
    )
  }
  // Members of members (`lines.list`) refuse too.
  const refusing: typeof refuse = new Proxy(refuse, {
    get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : refusing),
  })
  return refusing as unknown as ReturnType<typeof noMemory>
}

export function recalledEntries(view: View): Entry[] {
  return view.slots
    .filter((slot) => slot.origin === 'memory')
    .map(({ seq, at, message, hash, sizes, origin }) => ({
      seq,
      at,
      kind: 'message',
      message,
      hash,
      sizes,
      origin,
      counter: '',
    }))
}

export type RecallFor = (said: string, shown: readonly Entry[]) => Promise<Message | undefined>
