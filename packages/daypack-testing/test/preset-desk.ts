import { DEFAULT_PRICES, EMPTY_VIEW } from 'daypack/internal'
import type { Preset } from 'daypack/presets'
import type { BudgetReading, Message } from 'daypack'
import { openDesk, type Desk } from '../src/desk.ts'

export const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n')

export const kilobytes = (text: string): string => (Buffer.byteLength(text) / 1024).toFixed(1)

export const texts = (desk: Desk): Promise<string[]> => desk.results()

export async function start(
  preset: Preset,
  window: number,
  idleMs = 0,
  ...messages: readonly Message[]
): Promise<Desk> {
  const { timing, policy, readTool = 'read_file' } = preset.options
  const desk = openDesk({ window, timing, policy, readTool, idleMs })
  await desk.say(...messages)
  await desk.run(preset.options.passes)
  return desk
}

export function gauge(window: number, maxOutput = 0, changes: Partial<BudgetReading> = {}): BudgetReading {
  const used = { tokens: 0, bytes: 0 }
  return {
    window,
    nominal: window,
    extra: used,
    view: EMPTY_VIEW,
    billed: undefined,
    usable: window - maxOutput,
    maxBytes: 30_000_000,
    used,
    growth: 1,
    after: undefined,
    isCold: false,
    isOpenLoop: false,
    prices: DEFAULT_PRICES,
    ...changes,
  }
}
