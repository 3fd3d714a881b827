import { expect, test } from 'vitest'
import { changes, revertChange } from '../notes/history.ts'
import { OLD, setUp } from '../../../test/memory/consolidate-support.ts'
import { lossOf } from './guard.ts'

test('the guard counts struck lines as kept, but does not let all of them be struck', () => {
  const lines = Array.from({ length: 8 }, (_, index) => `- fact number ${index} stands`)
  const struck = lines.map((line, index) => (index < 5 ? `- ~~${line.slice(2)}~~` : line))
  expect(lossOf(lines.join('\n'), struck.join('\n'))).toContain('strike 5 of 8')
  expect(lossOf(lines.join('\n'), lines.slice(1).join('\n'))).toBeUndefined()
  expect(lossOf(lines.join('\n'), lines.slice(3).join('\n'))).toContain('keep 5 of 8')
  expect(lossOf('', '- new')).toBeUndefined()
})

test('what is said and taken back within the days that are merged counts for nothing', () => {
  const changed = Array.from({ length: 8 }, (_, index) => `- it is ${index}\n- ~~it was ${index}~~`)
  expect(lossOf('', changed.join('\n'))).toBeUndefined()
})

test('one revert brings the old text back', async () => {
  const { run, driver, memory } = await setUp({
    'MEMORY.md': OLD,
    'memory/2026-11-15.md': '- I prefer green tea\n- my editor is emacs\n',
  })
  await run()
  expect(await memory()).not.toBe(OLD)
  const [change] = await changes(driver.notes)
  expect(change?.why).toBe('consolidate 2026-11-16')
  await revertChange(driver.notes, change?.id ?? '')
  expect(await memory()).toBe(OLD)
})
