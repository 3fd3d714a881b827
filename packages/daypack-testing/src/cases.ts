import type { Awaitable } from 'daypack/internal'

export type SuiteOptions = {
  readonly describe: (name: string, body: () => void) => unknown
  readonly test: (name: string, body: () => Promise<void>) => unknown
  /** What was stored is there again when another one is made for the same place. */
  readonly durable: boolean
}

export type Case<Store> = {
  readonly store: Store
  readonly clock: { at: number }
  /** Another one on the same place. */
  readonly reopen: () => Promise<Store>
  readonly close: (() => Awaitable<void>) | undefined
}
export type Cases<Store> = { readonly [title: string]: (given: Case<Store>) => Promise<void> }

/** `store`: undefined where there is none, and the case has nothing to say. */
type Opened<Store> = { readonly store: Store | undefined; readonly close?: (() => Awaitable<void>) | undefined }

const START = Date.UTC(2026, 2, 28, 12)
let places = 0

/** Each case gets a store of its own, on a place that is new; what it opened is closed. */
export function runCases<Store>(
  name: string,
  cases: Cases<Store>,
  { describe, test }: SuiteOptions,
  make: (place: string, now: () => number) => Awaitable<Opened<Store>>,
): void {
  describe(name, () => {
    for (const [title, run] of Object.entries(cases)) {
      test(title, async () => {
        const clock = { at: START }
        const place = `place-${++places}`
        const opened: Opened<Store>[] = []
        const open = async () => {
          const one = await make(place, () => clock.at)
          opened.push(one)
          return one
        }
        try {
          const { store, close } = await open()
          if (store !== undefined) await run({ store, close, clock, reopen: async () => (await open()).store as Store })
        } finally {
          for (const { close } of opened) await close?.()
        }
      })
    }
  })
}
