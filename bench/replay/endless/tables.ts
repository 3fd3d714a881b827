import { levelOf } from './goals.ts'
import { heldAfter, mean, type Result, type Tenth } from './measured.ts'

const AFTER = [1, 10, 25, 50, Infinity]
const percent = (part: number) => (100 * part).toFixed(0)

export function tenthsTable(result: Result): string {
  const rows = result.tenths.map(({ turns, views, cost, alone, lines, held, heldAlone, ms, slowest }, at) =>
    [
      at + 1,
      turns,
      views.length,
      Math.round(mean(views)),
      Math.round(cost / Math.max(1, turns)),
      (cost / Math.max(1, alone)).toFixed(2),
      lines === 0 ? '–' : percent(held / lines),
      lines === 0 ? '–' : percent(heldAlone / lines),
      (ms / Math.max(1, turns)).toFixed(1),
      slowest.toFixed(0),
    ].join(' | '),
  )
  const { size, cost } = levelOf(result)
  const sum = (pick: (one: Tenth) => number) => result.tenths.reduce((all, one) => all + pick(one), 0)
  const lines = sum((one) => one.lines)
  return [
    `| ${result.strategy}: tenth | turns | epochs | tokens after an epoch | cost a turn | beside a fresh session | edit lines | in a fresh one | ms a turn | slowest |`,
    `|${' --- |'.repeat(10)}`,
    ...rows.map((row) => `| ${row} |`),
    '',
    `Edit lines ${((100 * sum((one) => one.held)) / lines).toFixed(1)}, in fresh sessions ${((100 * sum((one) => one.heldAlone)) / lines).toFixed(1)}; cost a turn ${Math.round(sum((one) => one.cost) / sum((one) => one.turns))}, in fresh sessions ${Math.round(sum((one) => one.alone) / sum((one) => one.turns))}`,
    `last three tenths beside the second to fourth: size ${size.toFixed(2)}, cost beside a fresh session ${cost.toFixed(2)}; ${result.over} requests over the window`,
  ].join('\n')
}

export function heldTable(results: readonly Result[]): string {
  const rows = results.flatMap((result) =>
    AFTER.filter((epoch) => epoch === Infinity || epoch < result.epochs.length).map((epoch) => {
      const { rules, decisions, gold, files, lines, tasks } = heldAfter(result, epoch)
      const when = epoch === Infinity ? `end (${result.epochs.length})` : String(epoch)
      const state = epoch === Infinity ? `${percent(files)} | ${percent(lines)} | ${percent(tasks)}` : ' | | '
      return `| ${result.strategy} | ${when} | ${percent(rules)} | ${percent(decisions)} | ${percent(gold)} | ${state} |`
    }),
  )
  const missing = results.map(({ strategy, epochs }) => `${strategy} lost: ${epochs.at(-1)?.missing.join('; ')}`)
  return [
    '| | after epochs | rules | decisions | key points | files of the last hour | their newest lines | open tasks |',
    `|${' --- |'.repeat(8)}`,
    ...rows,
    '',
    ...missing,
  ].join('\n')
}
