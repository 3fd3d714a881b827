import { expect, test } from 'vitest'
import { plainText } from './ansi.ts'

test('terminal text is what stands there in the end', () => {
  expect(plainText('\u001b[1;31mred\u001b[0m \u001b]0;title\u0007on\r\n1 %\r50 %\r100 %\r\nbell\u0007\tend\r')).toBe(
    'red on\n100 %\nbell\tend',
  )
})
