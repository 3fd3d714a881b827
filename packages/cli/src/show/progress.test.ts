import { describe, expect, test } from 'vitest'
import { indexingProgress, progressLine } from './progress.ts'

describe('progress', () => {
  const written = (isTTY: boolean, run: (stream: { isTTY: boolean; write: (text: string) => void }) => void) => {
    const said: string[] = []
    run({ isTTY, write: (text) => void said.push(text) })
    return said
  }
  const all = (of: number) => (stream: Parameters<typeof progressLine>[1]) => {
    const tell = progressLine('Reading', stream)
    for (let done = 1; done <= of; done++) tell(done, of)
  }
  test('a line for every tenth in a file, redrawn for every hundredth on a screen, and none for a few', () => {
    expect(written(false, all(500))).toEqual(
      [1, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500].map((done) => `Reading: ${done} of 500\n`),
    )
    const screen = written(true, all(1_000))
    expect([screen.length, screen[0], screen[1], screen.at(-1)]).toEqual([
      101,
      '\rReading: 1 of 1000',
      '\rReading: 10 of 1000',
      '\rReading: 1000 of 1000\n',
    ])
    expect(written(true, all(499))).toEqual([])
  })
  test('a second run begins anew, and only indexing is told', () => {
    const said = written(false, (stream) => {
      const tell = progressLine('Reading', stream)
      for (const done of [1, 2, 1]) tell(done, 600)
      const index = indexingProgress(stream)
      index({ type: 'indexing', done: 600, of: 600 } as never)
      index({ type: 'flushed', done: 600, of: 600 } as never)
    })
    expect(said).toEqual(['Reading: 1 of 600\n', 'Reading: 1 of 600\n', 'Indexing notes: 600 of 600\n'])
  })
})
