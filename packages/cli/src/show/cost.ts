import { cost as costOf, type CostReport, type Session } from 'daypack'
import { windowOf } from '../config/pack-options.ts'
import type { Config } from '../config/schema.ts'
import { short } from '../replay/meter.ts'
import { count, linesOf } from './words.ts'

type Amount = CostReport['cost']

export async function billOf(session: Session, config: Config): Promise<CostReport> {
  const window = windowOf(config, session.view.usages.at(-1)?.model)
  return costOf(await session.entries(), { window, ...(config.models && { models: config.models }) })
}

export function costReport(report: CostReport): string[] {
  const { billed, cost, unmanaged, epochs, overWindow, earlier } = report
  const input = billed.input + billed.cacheRead + billed.cacheWrite
  const less = unmanaged.tokens > 0 ? Math.round((1 - cost.tokens / unmanaged.tokens) * 100) : 0
  const isPriced = cost.dollars !== undefined && unmanaged.dollars !== undefined
  const amount = isPriced ? dollarsOf : tokensOf
  const spent = epochs.filter((each) => each.requests > 0)
  return linesOf(
    `${count(report.requests, 'request')}; ${Math.round(report.cached * 100)} % of what was sent came from the provider's cache.`,
    `Tokens so far:      ${short(input)} in, ${short(billed.output)} out`,
    `Cost so far:        ${amount(cost)}`,
    `Sending everything: ${amount(unmanaged)}${less > 0 ? `; Daypack saved ${less} %` : less < 0 ? `; Daypack cost ${-less} % more` : ''}`,
    !isPriced &&
      'No price is known for this model, so everything is counted in input tokens: cached ones at 0.1, written to the cache at 1.25, output at 5.',
    spent.length > 1 &&
      spent.map(({ epoch, requests, cost, unmanaged }) => {
        const when = epoch === 0 ? 'before the first epoch' : `after epoch ${epoch}`
        return `  ${when}: ${count(requests, 'request')}, ${amount(cost)} instead of ${amount(unmanaged)}`
      }),
    overWindow > 0 && `Without Daypack ${count(overWindow, 'request')} would not have fitted the window at all.`,
    earlier &&
      `Earlier under this id, before another list of messages began: ${count(earlier.requests, 'request')}, ${amount(earlier.cost)}; still in the log.`,
  )
}

function tokensOf({ tokens }: Amount): string {
  return `${short(tokens)} input tokens`
}

function dollarsOf({ dollars = 0 }: Amount): string {
  return dollars > 0 && dollars < 0.01 ? 'less than $0.01' : `$${dollars.toFixed(2)}`
}
