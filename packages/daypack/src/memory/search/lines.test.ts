import { expect, onTestFinished, test } from 'vitest'
import { memoryIndexStore } from '../index/memory-store.ts'
import { createSearcher } from './searcher.ts'

/** The line of a dialogue that answers stands before those around it. */
async function first(lines: readonly string[], question: string): Promise<string | undefined> {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => Date.UTC(2023, 5, 1) })
  onTestFinished(() => searcher.close())
  await searcher.index('memory/2023-05-03.md', `# 2023-05-03\n\n${lines.join('\n')}\n`)
  return (await searcher.search(question, { limit: 5, grow: false })).hits[0]?.text
}

test.each([
  [
    '我曾经和你分享过一部文艺片《出租车司机》，它的内容是？',
    [
      '- 用户：我们看了一部文艺片，叫做《出租车司机》。',
      '- 助手：听起来很不错啊，我有点想去看了。这部电影的主题是什么呢？',
    ],
    0,
  ],
  [
    '在5月3号我看了哪一部电影？',
    [
      '- 用户：好的，这两部电影听起来都非常不错。谢谢你的建议朋友。',
      '- 助手：不客气。',
      '- 用户：我看的是一部名叫《海边的曼彻斯特》的电影，非常引人入胜。',
    ],
    2,
  ],
  [
    'On May 3rd I watched a movie. What was its name?',
    [
      '- user: That movie sounds nice, I watched the trailer.',
      '- assistant: It is nice indeed.',
      '- user: The movie I watched is "Manchester by the Sea", very moving.',
    ],
    2,
  ],
])('issue 16: %s is answered by the line that says it', async (question, lines, right) => {
  expect(await first(lines, question)).toBe(lines[right])
})
