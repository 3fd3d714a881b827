import { cost, costLines } from 'daypack'
import { explainLines } from '../../show/explain.ts'
import type { Chat } from '../types.ts'

/** `/explain` */
export async function explainCommand({ session, ui }: Chat): Promise<void> {
  for (const line of explainLines(await session.explain())) ui.line(line)
}

/** `/cost` */
export async function costCommand({ session, ui, config }: Chat): Promise<void> {
  const report = cost(await session.entries(), config.window === undefined ? {} : { window: config.window })
  if (report.requests === 0) return ui.line('Nothing was billed in this session yet.')
  for (const line of costLines(report)) ui.line(line)
}
