import { expect, test } from 'vitest'
import { emptyTextMemos } from '../../../model/text-memo.ts'
import { cachedEmbed } from './cached.ts'

test('a text embedded lately is not asked for again; what was used least goes first, and all of it when something is forgotten', async () => {
  const asked: string[] = []
  const embed = cachedEmbed(
    {
      model: 'm',
      dimensions: 1,
      embed: async (texts) => {
        asked.push(texts.join(''))
        return texts.map((text) => Float32Array.from(text === 'wide' ? [1, 2] : [text.charCodeAt(0)]))
      },
    },
    2,
  )
  const codes = async (...texts: string[]) => (await embed.embed(texts)).map(([code]) => code)
  expect(await codes('a', 'b')).toEqual([97, 98])
  expect(await codes('a', 'c')).toEqual([97, 99])
  expect(await codes('b', 'c')).toEqual([98, 99])
  await codes('wide')
  await codes('wide')
  emptyTextMemos()
  await codes('c')
  expect(asked).toEqual(['ab', 'c', 'b', 'wide', 'wide', 'c'])
})
