import { expect, test } from 'vitest'
import { shownText, withoutNumbers } from './numbered.ts'

test('the numbers a host puts before lines are taken off', () => {
  expect(withoutNumbers('  12→a\n12|b\n7\tc|d\n12: e\n         1→f\n12345678|g\n')).toBe(
    'a\nb\nc|d\n12: e\n         1→f\n12345678|g\n',
  )
  expect(withoutNumbers('30. ```\n31. npm test\n32. ```')).toBe('30. ```\n31. npm test\n32. ```')
  expect(withoutNumbers('7. if (a) {\n8.   b()\n9.\n10. }\n')).toBe('if (a) {\n  b()\n\n}')
})

test('Copilot CLI numbers lines as a list is numbered: a file is known by a line that is no item', () => {
  const linesOf = (text: string) => shownText(text).lines.map(({ number, text: line }) => `${number}|${line}`)
  expect(linesOf('7. if (a) {\n8.   b()\n9. }')).toEqual(['7|if (a) {', '8|  b()', '9|}'])
  expect(linesOf('1. Build\n2. Test\n3. Ship')).toEqual(['1|1. Build', '2|2. Test', '3|3. Ship'])
  expect(linesOf('1. {\n2. a\n4. }')).toEqual(['1|1. {', '2|2. a', '3|4. }'])
  expect(linesOf('1. {\nbetween\n2. }')).toEqual(['1|1. {', '2|between', '3|2. }'])
})
