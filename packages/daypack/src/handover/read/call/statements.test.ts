import { expect, test } from 'vitest'
import { statementsIn } from './statements.ts'

const lost = 'The cache lost 12 of its pages because the lock was held by nobody at all.'
const held = 'The cache of all the pages was lost because the lock was held by nobody.'

test.each([
  ['in prose and comments', `// ${lost}\nconst a = 1\n${held}`, `${lost}\n${held}`],
  ['over several lines', '# The cache of all the pages\n# was lost because the lock was held by nobody.', held],
  [
    'but not over a gap',
    '# The cache of all the pages\n\n# was lost because the lock was held by nobody.',
    'was lost because the lock was held by nobody.',
  ],
  ['not in code', 'const a = the cache lost 12 of its pages because the lock was held;', ''],
  ['not without a figure or a reason', 'It is a plain long sentence that says nothing at all of anything.', ''],
  ['not in a few words', 'Port 8080 because so.', ''],
])('what a file states %s', (_, text, said) => {
  expect(statementsIn(text)).toBe(said)
})
