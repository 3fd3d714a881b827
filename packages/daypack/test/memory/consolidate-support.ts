import { memoryDriver } from '../../src/drivers/memory/index.ts'
import { consolidate, type ConsolidateContext } from '../../src/memory/consolidate/consolidate.ts'
import { lineId } from '../../src/memory/notes/lines.ts'
import { openState } from '../../src/memory/notes/state.ts'
import { ingress, tombstones } from '../../src/memory/trust/tombstones.ts'
import { redactor } from '../../src/secrets/redact.ts'
import type { Summarize } from '../../src/passes/pass.ts'

const NOON = Date.UTC(2026, 10, 16, 12)

export const DAY = 24 * 60 * 60 * 1000

/** A day's log as the flush writes it: each line the user's, from a session. */
export function log(...lines: readonly string[]): string {
  return lines.map((line, index) => `- ${line} <!-- @user s#${index + 1} -->`).join('\n')
}

/** A line of a day's log as a model writes it, in the place of another. */
export function byModel(line: string, replaces = ''): string {
  return `- ${line} <!-- @user s#1${replaces === '' ? '' : ` replaces:${lineId(replaces)}`} writer:model -->`
}

/** A memory of these files, at noon of 2026-11-16. */
export async function setUp(files: Record<string, string>, options: { summarize?: Summarize } = {}) {
  const clock = { now: NOON }
  const driver = memoryDriver({ now: () => clock.now, zone: 'UTC' })
  for (const [path, text] of Object.entries(files)) await driver.notes.write(path, text, { expect: undefined })
  const state = await openState(driver.log, () => clock.now)
  const admit = ingress(redactor(state.key), tombstones(state))
  const context = {
    notes: driver.notes,
    state,
    admit,
    now: () => clock.now,
    zone: 'UTC',
    hold: (_: string, work) => work(),
    ...options,
  } satisfies ConsolidateContext
  const put = async (path: string, text: string) =>
    driver.notes.write(path, text, { expect: (await driver.notes.read(path))?.hash })
  return {
    clock,
    driver,
    put,
    run: () => consolidate(context),
    memory: async () => (await driver.notes.read('MEMORY.md'))?.text,
  }
}
