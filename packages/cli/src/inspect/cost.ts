import type { CostRow, CostView } from 'daypack-inspector/api'
import type { OpenSession } from './reader.ts'
import { spending, type CostSum } from './report/spending.ts'

export function costView(session: OpenSession, options: { window: number; zone: string }): CostView {
  const spent = spending(session, options)
  const { currency, isEstimated, epochs, days, models, overWindow, breaks } = spent
  const row = (name: string, of: CostSum): CostRow => rowOf(name, of, isEstimated)
  return {
    currency,
    session: row(session.id, spent.session),
    epochs: epochs.map((each) => row(each.epoch === 0 ? 'before the first epoch' : `since epoch ${each.epoch}`, each)),
    days: days.map((each) => row(each.name, each)),
    models: models.map((each) => row(each.name || 'not named', each)),
    overWindow,
    breaks,
    ...(spent.earlier && { earlier: spent.earlier }),
  }
}

function rowOf(name: string, { requests, cost, unmanaged, cached }: CostSum, estimated: boolean): CostRow {
  return { name, requests, cost, cached, estimated, ...(unmanaged !== undefined && { unmanaged }) }
}
