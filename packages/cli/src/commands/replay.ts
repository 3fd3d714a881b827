import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PRESET_NAMES, type PresetName } from 'daypack/presets'
import { DaypackError, modelOf, o200k } from 'daypack'
import { chooseSession } from '../replay/choose.ts'
import { whyNoGain, footnotes, progress, screen, table } from '../replay/show.ts'
import { readSession } from 'daypack-lab/replay/read'
import { recording, replay, unmanaged, type Figures } from 'daypack-lab/replay/run'
import { presetFrom, presetName } from '../config/pack-options.ts'
import { settingsFor } from './pack.ts'
import { count, linesOf } from '../show/words.ts'
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
  const { count: counted } = await o200k()
  const to = screen(process.stdout)
  const session = recording(names[0] ?? 'daypack', transcript, counted, { ...(models && { models }) })
  const raw = unmanaged(session)
  const lines: Line[] = []
  const rows: Figures[] = []
  for (const name of names) {
    const isFirst = rows.length === 0
    const tokens: number[] = []
    const show = isFirst && !given.json ? progress(to, window) : undefined
    if (!isFirst && !given.json) to.live(`  … the same with ${name}`)
    const options = {
      preset: name === presetName(config) ? presetFrom(config) : name,
      window,
      retention: false as const,
      ...(isFirst && given.dir !== undefined ? { dir: given.dir } : { memory: false as const }),
    }
    if ('dir' in options) await mkdir(options.dir, { recursive: true })
    const figures = await replay(name, session, options, (step) => {
      tokens.push(step.sent)
      show?.(step)
    })
    rows.push(figures)
    lines.push({ name, tokens })
  }
  const ways = [...rows, raw]
  const { skipped = 0, messages } = transcript
  if (given.svg !== undefined) {
    const full = session.steps.map((step) => step.full)
    await writeFile(given.svg, timeline([...lines, { name: 'sending everything', tokens: full }], window))
  }
  if (given.json) console.log(JSON.stringify({ file, window, messages: messages.length, skipped, ways }, undefined, 2))
  else {
    const told = linesOf(
      ['', ...table(ways), ...footnotes(session)],
      skipped > 0 && `  ${count(skipped, 'line')} of the file could not be read`,
      whyNoGain(session, rows, window),
      raw.most > window && `  everything would not have fitted: ${raw.most} tokens in a window of ${window}`,
      given.svg !== undefined && `  the timeline is in ${given.svg}`,
      given.dir !== undefined && (await workspaceLines(given.dir)),
    )
    for (const line of told) to.line(line)
  }
  return rows.some((row) => row.problems > 0) ? 1 : 0
}

function presetsFor(wanted: string): readonly PresetName[] {
  if (wanted === 'all') return PRESET_NAMES
  return wanted.split(',').map((name) => {
    const known = PRESET_NAMES.find((each) => each === name)
    if (known) return known
    throw new DaypackError('bad-config', `There is no preset "${name}"; choose ${PRESET_NAMES.join(', ')}, or "all".`)
  })
}

async function workspaceLines(dir: string): Promise<string[]> {
  const relative = path.relative('', dir)
  const filesIn = async (name: string) =>
    (await readdir(path.join(dir, name)).catch(() => [])).filter(
      (file) => !file.startsWith('.') && file !== 'manifest.jsonl',
    )
  const [log = [], dialog = [], results = [], memory = []] = await Promise.all(
    ['log', 'dialog', 'tool_result', 'memory'].map(filesIn),
  )
  return [
    '',
    `  ${relative === '' || relative.startsWith('..') ? path.resolve(dir) : relative}`,
    `    log/          ${count(log.length, 'file')}: everything that was said, every edit with its reason`,
    `    dialog/       ${count(dialog.length, 'day')} of folded dialog, as it was`,
    `    tool_result/  ${count(results.length, 'big tool result')}, whole`,
    `    memory/       ${memory.join(', ') || 'nothing yet'}`,
  ]
}
