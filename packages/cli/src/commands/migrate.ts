import { move, type Step } from '../migrate/move.ts'
import { openPlace } from '../workspace.ts'
import { progressLine } from '../show/progress.ts'
import { print } from './pack.ts'

export type MigrateFlags = { readonly from: string; readonly to: string; readonly json?: boolean }

export async function migrateCommand(flags: MigrateFlags): Promise<number> {
  const clock = { at: Date.now() }
  const opening = { now: () => clock.at, migrate: true }
  const from = await openPlace(flags.from, opening)
  try {
    const to = await openPlace(flags.to, { ...opening, zone: from.zone, make: true })
    try {
      const moved = await move(from, to, clock, teller())
      const { blobs, sessions, days, notes } = moved.counts
      print(flags, moved, () => [
        `Moved ${sessions} sessions, ${blobs} blobs, ${days} days, ${notes} notes (${moved.bytes} bytes); ${moved.known} were already there. All were compared.`,
        ...moved.left.map((each) => `Left behind: ${each}`),
        ...(moved.left.length === 0 ? ['The memory index is rebuilt on first use.'] : []),
      ])
      return moved.left.length === 0 ? 0 : 1
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

function teller(): (step: Step) => void {
  const tellers: Partial<Record<Step['part'], ReturnType<typeof progressLine>>> = {}
  return ({ part, done, of }) => (tellers[part] ??= progressLine(`Moving ${part}`, process.stderr, 1))(done, of)
}
