import os from 'node:os'
import path from 'node:path'
import { presetName, windowOf } from '../config/pack-options.ts'
import { bar, fillOf, short } from '../replay/meter.ts'
import { resumeCommand, count } from '../show/words.ts'
import type { Chat } from './types.ts'

const BAR = 16

export function showMeter({ session, config, ui }: Pick<Chat, 'session' | 'config' | 'ui'>): void {
  const { view } = session
  const window = windowOf(config)
  const percent = `${Math.round((view.size.tokens / window) * 100)} %`
  const saved = view.batches.reduce((sum, batch) => sum + (batch.active ? batch.saved : 0), 0)
  ui.meter({
    short: percent,
    long: `[${bar(fillOf(view, window), BAR)}] ${percent} of ${short(window)}${saved > 0 ? ` · ${short(saved)} saved` : ''}`,
  })
}

export function welcome(chat: Chat, closed: number): string[] {
  const { session, model, config, cwd } = chat
  const { view } = session
  const messages = view.slots.length
  return [
    `model    ${model.label}`,
    `window   ${short(windowOf(config))} tokens, preset ${presetName(config)}`,
    `folder   ${home(cwd)}`,
    `session  ${session.id}${messages > 0 ? `, ${count(messages, 'message')}, ${short(view.size.tokens)} tokens` : ', new'}`,
    ...(closed > 0 ? [`${count(closed, 'open tool call')} ${closed === 1 ? 'was' : 'were'} closed`] : []),
    `try      ${model.provider === 'scripted' ? 'list .' : 'what is in this folder?'}`,
  ]
}

export function goodbye({ session, env }: Chat, dir: string | undefined): string | undefined {
  if (session.view.slots.length === 0) return undefined
  return `Session saved. Continue with: ${resumeCommand(session.id, dir, env)}`
}

function home(folder: string): string {
  const below = path.relative(os.homedir(), folder)
  if (below === '') return '~'
  return below.startsWith('..') || path.isAbsolute(below) ? folder : `~${path.sep}${below}`
}
