import { existsSync, statSync } from 'node:fs'
import { DaypackError } from 'daypack'
import { PRESET_NAMES, type PresetName } from 'daypack/presets'
import { benchFolder, type BenchReport, type BenchRow } from 'daypack-lab/measure/folder'
import { short } from '../replay/meter.ts'
import { screen } from '../replay/show.ts'
import { print, settingsFor } from './pack.ts'

export type BenchFlags = { readonly window: number; readonly preset?: string; readonly json?: boolean }

/** `daypack bench <folder>`: your own sessions through every preset, without calling a model. */
export async function benchCommand(folder: string, options: BenchFlags): Promise<number> {
  if (!existsSync(folder)) throw new DaypackError('not-found', `There is no folder ${folder}.`)
  if (!statSync(folder).isDirectory())
    throw new DaypackError('not-found', `${folder} is a file: name a folder, or use daypack replay ${folder}`)
  const presets = presetsOf(options.preset)
  const { models } = settingsFor({}).config
  const to = screen(process.stderr)
  const report = await benchFolder(folder, {
    windows: [options.window],
    presets,
    ...(models && { models }),
    onProgress: ({ file, nth, of, name }) => to.live(`  ${nth} of ${of}, ${name}: ${file}`.slice(0, to.width)),
  })
  to.live('')
  print(options, { window: options.window, ...report }, () => [
    ...(report.rows.length === 0 ? nothing(folder) : found(report, options.window)),
    ...left(report.skipped),
  ])
  return report.rows.length === 0 ? 1 : 0
}

function presetsOf(names: string | undefined): readonly PresetName[] {
  if (names === undefined || names === 'all') return PRESET_NAMES
  return names.split(',').map((name) => {
    const known = PRESET_NAMES.find((each) => each === name.trim())
    if (known) return known
    throw new DaypackError('bad-config', `There is no preset "${name}"; choose ${PRESET_NAMES.join(', ')}, or "all".`)
  })
}

function nothing(folder: string): string[] {
  return [
    `No session was found in ${folder}.`,
    'It reads .json, .jsonl, .md, .txt, .traj and .sse files, also with .gz, in subfolders too: transcripts of Claude Code',
    '(~/.claude/projects), pi, SpecStory, OpenHands, SWE-agent, LangGraph, or requests as sent to Anthropic or OpenAI.',
  ]
}

const SMALL_WINDOW = 32_000

function found({ rows, sessions, requests, longest }: BenchReport, window: number): string[] {
  const isSmall = longest < window * 0.5 && window > SMALL_WINDOW
  return [
    `${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${requests} requests, the longest ${short(longest)} tokens; window ${short(window)}`,
    '',
    ...table(rows),
    '',
    '  cost: relative to sending everything, with a prompt cache, no model called; kept: what the agent used next that was in view;',
    '  too long: requests that do not fit the window',
    ...(isSmall ? [`  All sessions are small for this window; --window ${SMALL_WINDOW} shows more.`] : []),
  ]
}

function table(rows: readonly BenchRow[]): string[] {
  const percent = (value: number | undefined) => (value === undefined ? '–' : `${(value * 100).toFixed(1)} %`)
  const hasDollars = rows.some((row) => row.dollars !== undefined)
  const head = ['', 'cost', ...(hasDollars ? ['at list prices'] : []), 'old names kept', 'edit lines kept', 'too long']
  const body = rows.map((row) => [
    row.name,
    percent(row.cost),
    ...(hasDollars ? [row.dollars === undefined ? '–' : `$${row.dollars.toFixed(2)}`] : []),
    percent(row.staleRecall),
    percent(row.editLines),
    String(row.figures.overflows),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => (row[column] ?? '').length)))
  return [head, ...body].map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`.trimEnd(),
  )
}

const NAMED = 5

function left(skipped: BenchReport['skipped']): string[] {
  if (skipped.length === 0) return []
  const more = skipped.length - NAMED
  return [
    '',
    `${skipped.length} ${skipped.length === 1 ? 'file is' : 'files are'} left out:`,
    ...skipped.slice(0, NAMED).map(({ file, why }) => `  ${file}: ${why}`),
    ...(more > 0 ? [`  and ${more} more (--json names them all)`] : []),
  ]
}
