import { Cron } from 'croner'

const MIDNIGHT = '0 0 * * *'

/**
 * Call `run` at every midnight of the zone, or at the times of a cron pattern. Where midnight is skipped by a change of the clock, at the first moment of the
 * day; it does not keep the process alive.
 */
export function onSchedule(
  schedule: true | string,
  zone: string,
  run: () => Promise<unknown>,
): { stop(): void; next(): Date | null } {
  const job = new Cron(
    schedule === true ? MIDNIGHT : schedule,
    { timezone: zone, unref: true, protect: true, catch: true },
    async () => {
      await run()
    },
  )
  return { stop: () => job.stop(), next: () => job.nextRun() }
}
