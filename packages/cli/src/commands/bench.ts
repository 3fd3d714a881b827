import { existsSync, statSync } from 'node:fs'
import { DaypackError } from 'daypack'
import { PRESET_NAMES } from 'daypack/presets'
import { benchFolder, type BenchRow } from 'daypack/report/replay'
import { screen } from '../replay/show.ts'
import { print } from './pack.ts'

export type BenchFlags = { readonly window: number; readonly preset?: string; readonly json?: boolean }

/** `daypack bench <folder>`: your own sessions through every preset, without calling a model. */
export async function benchCommand(folder: string, options: BenchFlags): Promise<number> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new DaypackError('not-found', `There is no folder ${folder}.`)
  const wanted = options.preset === undefined || options.preset === 'all' ? PRESET_NAMES : options.preset.split(',')
  const presets = wanted.map((name) => {
    const known = PRESET_NAMES.find((each) => each === name)
    if (known) return known
    throw new DaypackError(
      'bad-config',
      `There is no preset "${name}"; there are ${PRESET_NAMES.join(', ')}, and "all".`,
    )
  })
  const to = screen(process.stdout)
  const { rows, skipped } = await benchFolder(folder, {
    windows: [options.window],
    presets,
    ...(!options.json && {
      onProgress: ({ session, preset }) => to.live(`  ${preset}: ${session}`.slice(0, to.width)),
    }),
  })
  if (!options.json) to.live('')
  print(options, { window: options.window, rows, skipped }, () => [
    ...(rows.length === 0 ? ['No session was found here.'] : lines(rows)),
    ...(skipped.length > 0 ? [`${skipped.length} files hold no session we can read.`] : []),
  ])
  return rows.length === 0 ? 1 : 0
}

function lines(rows: readonly BenchRow[]): string[] {
  const percent = (value: number | undefined) => (value === undefined ? '–' : `${(value * 100).toFixed(1)} %`)
  const head = ['', 'sessions', 'cost', 'old names kept', 'edit lines kept']
  const body = rows.map((row) => [
    row.preset,
    String(row.sessions),
    percent(row.cost),
    percent(row.staleRecall),
    percent(row.editLines),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => (row[column] ?? '').length)))
  return [
    ...[head, ...body].map(
      (row) =>
        `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`,
    ),
    '  cost: of sending everything unmanaged, with a prompt cache; kept: what the agent used next that stood in view',
  ]
}
