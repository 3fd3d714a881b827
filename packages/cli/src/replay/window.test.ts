import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { replayCommand } from '../commands/replay.ts'

const WINDOW = 24_000

test('no preset of a replay sends more than the window: bills correct counts by bytes, and a preset keeps no window of its own', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'daypack-replay-'))
  const file = path.join(folder, 'session.json')
  writeFileSync(file, JSON.stringify(dense(40)))
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  try {
    await replayCommand(file, { window: WINDOW, preset: 'all', json: true })
  } finally {
    log.mockRestore()
    rmSync(folder, { recursive: true })
  }
  const { ways } = JSON.parse(printed.join('\n')) as { ways: { name: string; most: number }[] }
  const over = ways.filter(({ name, most }) => name !== 'unmanaged' && most > WINDOW)
  expect(ways.find(({ name }) => name === 'unmanaged')?.most).toBeGreaterThan(WINDOW)
  expect(over).toEqual([])
})

/** Text that has far more tokens than its bytes tell. */
function dense(turns: number): object[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Check row ${turn}.` },
    { role: 'assistant', content: Array.from({ length: 400 }, (_, at) => (turn * 977 + at * 7919) % 9973).join(';') },
  ]).flat()
}
