import { expect, test } from 'vitest'
import { HEADING_LINES } from '../tell/sections.ts'
import { prompt, question, systemIn } from './prompt.ts'
import en from './prompts/en.json' with { type: 'json' }
import zh from './prompts/zh.json' with { type: 'json' }

test('the question names every section and rule, and what there is to mind beside them', () => {
  const write = en.write.replace('{maxChars}', '90')
  const plain = [en.stop, en.think, write, ...HEADING_LINES, ...en.rules]
  expect(question({ maxChars: 90 }).split('\n')).toEqual(plain)
  expect(question({ maxChars: 90, previous: 'p', instruction: 'i', issues: ['one', 'two'] }).split('\n')).toEqual([
    ...plain,
    ...[en.merge, '<earlier-note>', 'p', '</earlier-note>', `${en.wish}i`],
    ...[en.refused, '- one', '- two', en.again],
  ])
  expect(prompt('said', { maxChars: 90 })).toBe(`<conversation>\nsaid\n</conversation>\n\n${plain.join('\n')}`)
  expect([question({ maxChars: 90, language: 'zh' }).split('\n')[0], systemIn('zh'), systemIn()]).toEqual([
    zh.stop,
    zh.system,
    en.system,
  ])
})
