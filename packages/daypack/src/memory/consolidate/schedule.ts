import { Cron } from 'croner'

/**
 * Call `run` at every midnight of the zone. Where midnight is skipped by a change of the clock, at the first moment of the
 * day; it does not keep the process alive.
 */
export function everyMidnight(zone: string, run: () => Promise<unknown>): { stop(): void; next(): Date | null } {
  const job = new Cron('0 0 * * *', { timezone: zone, unref: true, protect: true, catch: true }, async () => {
    await run()
  })
  return { stop: () => job.stop(), next: () => job.nextRun() }
}
