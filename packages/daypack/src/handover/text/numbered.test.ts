import { expect, test } from 'vitest'
import { plainText } from './ansi.ts'
import { withoutNumbers } from './numbered.ts'

test('the numbers a host puts before lines are taken off', () => {
  expect(withoutNumbers('  12→a\n12|b\n7\tc|d\n12: e\n         1→f\n12345678|g\n')).toBe(
    'a\nb\nc|d\n12: e\n         1→f\n12345678|g\n',
  )
})

test('terminal text is what stands there in the end', () => {
  expect(plainText('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007on\r\n1 %\r50 %\r100 %\r\nbell\u0007\tend\r')).toBe(
    'red on\n100 %\nbell\tend',
  )
})
