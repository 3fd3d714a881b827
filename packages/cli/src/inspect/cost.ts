import { spending, type CostSum } from 'daypack'
import type { CostRow, CostView } from 'daypack-inspector/api'
import type { OpenSession, Reader } from './reader.ts'

/** What a session cost, by epoch, day and model; against unmanaged; and every break of the cache with its cause. */
export async function costView(session: OpenSession, reader: Reader, window: number): Promise<CostView> {
  const spent = spending(session, { window, zone: reader.driver.zone })
  const { currency, isEstimated, epochs, days, models, overWindow, breaks } = spent
  const row = (name: string, of: CostSum): CostRow => rowOf(name, of, isEstimated)
  return {
    currency,
    session: row(session.id, spent.session),
    epochs: epochs.map((each) => row(each.epoch === 0 ? 'before the first epoch' : `since epoch ${each.epoch}`, each)),
    days: days.map((each) => row(each.day, each)),
    models: models.map((each) => row(each.model || 'not named', each)),
    sessions: await allSessions(reader),
    overWindow,
    breaks,
  }
}

async function allSessions(reader: Reader): Promise<CostRow[]> {
  const rows: CostRow[] = []
  for (const id of await reader.sessions()) {
    const found = await reader.session(id).catch(() => undefined)
    if (!found || found.rows.length === 0) continue
    const { session, isEstimated } = spending(found)
    rows.push(rowOf(id, session, isEstimated))
  }
  return rows
}

function rowOf(name: string, { requests, cost, unmanaged, cached }: CostSum, estimated: boolean): CostRow {
  return { name, requests, cost, cached, estimated, ...(unmanaged !== undefined && { unmanaged }) }
}
