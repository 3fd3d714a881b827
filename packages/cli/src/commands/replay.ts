import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PRESET_NAMES, type Preset, type PresetName } from 'daypack/presets'
import { modelOf, o200k } from 'daypack'
import { chooseSession } from '../replay/choose.ts'
import { whyNoGain, footnotes, progress, screen, table } from '../replay/show.ts'
import { readSession } from 'daypack-lab/replay/read'
import { recording, replay, unmanaged, type Figures } from 'daypack-lab/replay/run'
import { presetFrom, presetName } from '../config/pack-options.ts'
import { settingsFor } from './pack.ts'
import { count as counted } from '../show/words.ts'
import { timeline, type Line } from '../replay/svg.ts'

export type ReplayOptions = {
  readonly preset?: string
  /** Default: that of the settings, else of the recorded model, 200,000 where it is not known. */
  readonly window?: number
  readonly json?: boolean
  readonly svg?: string
  /** Where the replayed session is kept; without it nothing is written. */
  readonly dir?: string
}

export async function replayCommand(named: string | undefined, given: ReplayOptions): Promise<number> {
  const { config, notices } = settingsFor({})
  const names = presetsFor(given.preset ?? presetName(config))
  if (typeof names === 'string') {
    console.error(names)
    return 2
  }
  const choice = chooseSession(named)
  if ('lines' in choice) {
    for (const line of choice.lines) console.log(line)
    return choice.code
  }
  const { file } = choice
  const transcript = readSession(file)
  for (const notice of notices) console.error(notice)
  const { models } = config
  const window = given.window ?? config.window ?? modelOf(transcript.model, models)?.window ?? 200_000
  const options = { ...given, window }
  const { count } = await o200k()
  const to = screen(process.stdout)
  const session = recording(names[0] ?? 'daypack', transcript, count, { ...(models && { models }) })
  const raw = unmanaged(session)
  const lines: Line[] = []
  const rows: Figures[] = []
  for (const [index, name] of names.entries()) {
    const isFirst = index === 0
    const tokens: number[] = []
    const show = isFirst && !options.json ? progress(to, options.window) : undefined
    if (!isFirst && !options.json) to.live(`  … the same with ${name}`)
    const preset = name === presetName(config) ? presetFrom(config) : name
    const figures = await replay(name, session, await engineOptions(preset, options, isFirst), (step) => {
      tokens.push(step.sent)
      show?.(step)
    })
    rows.push(figures)
    lines.push({ name, tokens })
  }
  const full = session.steps.map((step) => step.full)
  const all = [...rows, raw]
  if (options.svg)
    await writeFile(options.svg, timeline([...lines, { name: 'sending everything', tokens: full }], options.window))
  if (options.json)
    console.log(
      JSON.stringify(
        {
          file,
          window: options.window,
          messages: transcript.messages.length,
          skipped: transcript.skipped ?? 0,
          ways: all,
        },
        undefined,
        2,
      ),
    )
  else {
    to.line('')
    for (const line of table(all)) to.line(line)
    for (const line of footnotes(session)) to.line(line)
    if (transcript.skipped) to.line(`  ${skippedText(transcript.skipped)} of the file could not be read`)
    const why = whyNoGain(session, rows, options.window)
    if (why !== undefined) to.line(why)
    if (raw.most > options.window)
      to.line(`  everything would not have fitted: ${raw.most} tokens in a window of ${options.window}`)
    if (options.svg) to.line(`  the timeline is in ${options.svg}`)
    if (options.dir) for (const line of await workspaceLines(options.dir)) to.line(line)
  }
  return rows.some((row) => row.problems > 0) ? 1 : 0
}

function skippedText(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

function presetsFor(wanted: string): PresetName[] | string {
  if (wanted === 'all') return [...PRESET_NAMES]
  const names = wanted.split(',').map((name) => PRESET_NAMES.find((known) => known === name) ?? name)
  const unknown = names.find((name) => !PRESET_NAMES.some((known) => known === name))
  if (unknown !== undefined)
    return `daypack replay: no preset "${unknown}"; choose ${PRESET_NAMES.join(', ')}, or "all".`
  return names as PresetName[]
}

async function engineOptions(
  preset: PresetName | Preset,
  { window, dir }: ReplayOptions & { window: number },
  isFirst: boolean,
) {
  const common = { preset, window, retention: false as const }
  if (!isFirst || dir === undefined) return { ...common, memory: false as const }
  await mkdir(dir, { recursive: true })
  return { ...common, dir }
}

function shownPath(dir: string): string {
  const relative = path.relative('', dir)
  return relative === '' || relative.startsWith('..') ? path.resolve(dir) : relative
}

async function workspaceLines(dir: string): Promise<string[]> {
  const of = async (name: string) =>
    (await readdir(path.join(dir, name)).catch(() => [])).filter(
      (file) => !file.startsWith('.') && file !== 'manifest.jsonl',
    )
  const [log, dialog, results, memory] = await Promise.all(['log', 'dialog', 'tool_result', 'memory'].map(of))
  return [
    '',
    `  ${shownPath(dir)}`,
    `    log/          ${counted(log?.length ?? 0, 'file')}: everything that was said, every edit with its reason`,
    `    dialog/       ${counted(dialog?.length ?? 0, 'day')} of folded dialog, as it was`,
    `    tool_result/  ${counted(results?.length ?? 0, 'big tool result')}, whole`,
    `    memory/       ${memory?.join(', ') || 'nothing yet'}`,
  ]
}
