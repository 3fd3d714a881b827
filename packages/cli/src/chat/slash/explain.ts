import { windowOf } from '../../config/pack-options.ts'
import { billOf, costReport } from '../../show/cost.ts'
import { explainLines } from '../../show/explain.ts'
import type { Chat } from '../types.ts'

export async function explainCommand({ session, ui, config }: Chat): Promise<void> {
  for (const line of explainLines(await session.explain(), windowOf(config), await session.entries())) ui.line(line)
}

export async function costCommand({ session, ui, config }: Chat): Promise<void> {
  const report = await billOf(session, config)
  if (report.requests === 0) return ui.line('Nothing was billed in this session yet.')
  for (const line of costReport(report)) ui.line(line)
}
