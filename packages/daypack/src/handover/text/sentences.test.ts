import { describe, expect, it, test } from 'vitest'
import { announces, clipSpeech, isPolite, isProse, linesOutsideCode, sentencesOf } from './sentences.ts'

const said = (time: string): string => `It was a long ${time} for all of us here.`
const PARTS = {
  first: said('dawn'),
  fact: 'The cache lost 12 of its pages here.',
  reason: 'We wait because nobody was in there.',
  question: 'Shall we go and mend it, all of you?',
  prose: said('noon'),
  next: 'Let me look at all of the tests now.',
  courtesy: 'Thank you for all of your patience..',
  last: said('dusk'),
}

/** The names of the parts, those first that stay longest while the room shrinks. */
function byWorth(parts: Readonly<Record<string, string>>, as: 'speech' | 'wish' | 'page', between = ' '): string[] {
  const text = Object.values(parts).join(between)
  const gone: string[] = []
  for (let max = text.length; max >= 24; max--) {
    const cut = clipSpeech(text, max, as)
    for (const [name, part] of Object.entries(parts)) if (!gone.includes(name) && !cut.includes(part)) gone.push(name)
  }
  return gone.toReversed()
}

describe('what is said in less room', () => {
  test('speech ends in what matters, then what it asks, states and reasons; steps and courtesies go first', () => {
    expect(byWorth(PARTS, 'speech')).toEqual([
      'last',
      'question',
      'fact',
      'reason',
      'first',
      'prose',
      'next',
      'courtesy',
    ])
  })
  test('an end that only says where to read on is none', () => {
    const links = 'Sources: [one](https://example.org/one), https://example.org/two'
    expect(byWorth({ first: PARTS.first, prose: PARTS.prose, last: PARTS.last, links }, 'speech')).toEqual([
      'last',
      'first',
      'prose',
      'links',
    ])
  })
  test('of a wish what it rules stays longest', () => {
    expect(byWorth({ ...PARTS, rule: 'Never touch the schema of the users.', end: said('night') }, 'wish')).toEqual([
      'rule',
      'end',
      'question',
      'fact',
      'reason',
      'first',
      'last',
      'next',
      'prose',
      'courtesy',
    ])
  })
  test('a page is read for what it states: its questions ask nobody and its end is no answer', () => {
    expect(byWorth(PARTS, 'page')).toEqual(['fact', 'reason', 'first', 'prose', 'last', 'question', 'next', 'courtesy'])
  })
  test('a list item says more than a heading, a row and a plain line; code goes first', () => {
    const lines = {
      first: said('dawn'),
      dashed: '- It was a long list for all of us.',
      numbered: '2. It was a bad list for all of us.',
      heading: '## It was a long head for all of us',
      row: '| It was a long row | for all of u',
      prose: said('noon'),
      code: '```\nIt was a long code for all of us\n```'.slice(4, -4),
      last: said('dusk'),
    }
    const text = { ...lines, code: `\`\`\`\n${lines.code}\n\`\`\`` }
    expect(byWorth(text, 'speech', '\n').filter((name) => name !== 'code')).toEqual([
      'last',
      'numbered',
      'dashed',
      'first',
      'row',
      'heading',
      'prose',
    ])
    expect(byWorth(text, 'page', '\n').filter((name) => name !== 'code')).toEqual([
      'numbered',
      'dashed',
      'row',
      'heading',
      'first',
      'prose',
      'last',
    ])
  })
  test('an opener without a word of content goes before all others', () => {
    const parts = { opener: 'There it is.', noon: said('noon'), filler: 'So be it all.', dusk: said('dusk') }
    expect(byWorth(parts, 'speech')).toEqual(['dusk', 'noon', 'filler', 'opener'])
  })

  const rows = (count: number): string => '| so on |\n'.repeat(count)
  const fact = 'The cache lost 12 pages.'
  const prose = 'It was a rather long day for all of us.'
  const [week, year] = ['week', 'year'].map((time) => prose.replace('day', time))
  test.each([
    ['what fits is whole', `${prose} ${fact}`, 64, 'speech', `${prose} ${fact}`],
    ['blank lines and ends of lines take no room', `${prose}\n\n\n${fact}   \nx`, 66, 'speech', `${prose}\n${fact}\nx`],
    ['a gap is marked', `${prose} ${fact} ${prose} ${year}`, 75, 'speech', `… ${fact} … ${year}`],
    ['so is an end that is missing', `${prose} ${fact} ${week} Thanks!`, 80, 'speech', `… ${fact} ${week} …`],
    ['less than 16 characters: its beginning', `${prose} ${fact}`, 15, 'speech', 'It was a …'],
    ['no whole sentence fits: part of the best', `${prose} ${fact}`, 16, 'speech', '… The cache …'],
    [
      'rules between parts say nothing',
      `${fact}\n-----\n${prose}\n=====\nShall I mend it?`,
      60,
      'speech',
      `${fact}\n… Shall I mend it?`,
    ],
    ['what a page says twice it says once', `${fact}\n${fact}\n${prose}`, 60, 'page', `${fact} …`],
    ['code whole', `${prose}\n\`\`\`\na = 1\n\`\`\`\n${week}\n${year}`, 110, 'speech', `… a = 1\n${week}\n${year}`],
    ['a sentence that just fits', `${prose} ${fact}`, 29, 'speech', `… ${fact}`],
    ['one that does not', `${prose} ${fact}`, 28, 'speech', '… The cache lost 12 …'],
    ['lines of their own', `${prose}\n${prose}\n# Cause\n${fact}`, 60, 'speech', `… # Cause\n${fact}`],
    ['code too', `${prose} ${fact}\n\`\`\`\na = 1\n\`\`\``, 60, 'speech', `… ${fact}\na = 1`],
    ['all that leads to what is left out goes', `# A\nThe 12 reasons:\n${prose}\n${fact}`, 60, 'speech', `… ${fact}`],
    ['alone it stays', '# Cause of the loss of pages', 26, 'speech', '# Cause of the loss …'],
    [
      'the first 20,000 characters of a long text',
      `${rows(1_990)}${fact}\n${rows(2_500)}`,
      60,
      'speech',
      `… ${fact}\n… | so on |\n| so on |`,
    ],
    ['and nothing of its middle', `${rows(2_001)}${fact}\n${rows(2_500)}`, 60, 'speech', `… ${rows(4).trim()}`],
    ['code left open', `${prose}\n${fact}\n\`\`\`\na = 1\nb = 2`, 64, 'speech', `… ${fact}\na = 1\nb = 2`],
    ['no heading without its text', `# Cause\n${fact}\n# Notes\n${prose}`, 50, 'speech', `… ${prose}`],
    [
      'of courtesies the first',
      'Thank you so much for it. Thank you for all of it.',
      40,
      'speech',
      'Thank you so much for it. …',
    ],
    ['nothing announced that is left out', `These are the reasons:\n${prose}\n${fact}`, 60, 'speech', `… ${fact}`],
  ] as const)('%s', (_, given, max, as, told) => {
    expect(clipSpeech(given, max, as)).toBe(told)
  })
})

it('ends sentences where their script ends them, none before twelve characters', () => {
  expect(
    [
      'One more word. Two more words! Three?',
      'v1.2.3 is out. See a.b.c for it.',
      'Twelve chars. x',
      'Eleven cha. xyz',
      'It ends. “He said so.” Then more',
      'no blank behind it.so no end',
      '先看文件。再改模块！好？',
      ' ',
    ].map(sentencesOf),
  ).toEqual([
    ['One more word.', 'Two more words!', 'Three?'],
    ['v1.2.3 is out.', 'See a.b.c for it.'],
    ['Twelve chars.', 'x'],
    ['Eleven cha. xyz'],
    ['It ends. “He said so.”', 'Then more'],
    ['no blank behind it.so no end'],
    ['先看文件。', '再改模块！', '好？'],
    [],
  ])
})

const yesAndNo = (is: (text: string) => boolean, yes: readonly string[], no: readonly string[]): void => {
  expect({ yes: yes.filter(is), no: no.filter(is) }).toEqual({ yes, no: [] })
}

it('takes seven words in a row and one behind them for prose', () => {
  yesAndNo(
    isProse,
    ['one two three four five six seven eight', 'The cat, the dog; the bird: all of them went home.'],
    ['one two three four five six seven', 'src/a.ts src/b.ts one two three four five six'],
  )
})

it('takes for polite what is nothing but courtesies, in every sentence and line', () => {
  yesAndNo(
    isPolite,
    ['Thanks!', 'Thanks! Have a great day.', 'Thank you.\nTalk soon.', `Thanks, ${'a'.repeat(192)}`],
    ['Thanks! The port is 8080.', 'Thanks!\nUse port 8080.', 'Thank you so much. '.repeat(16)],
  )
})

it('takes for an announcement what only says which step comes next', () => {
  yesAndNo(
    announces,
    [
      'There it is.',
      'Let me look at the tests.',
      "I'll read cache.ts first.",
      "I'll mend it now, as you said before.",
      'Now running the tests:',
      '我来看看测试',
      'Let me check the tests. '.repeat(16),
    ],
    [
      "I'll add a field tenantId to the cache key.",
      'There it is.\nThe cause is the port 8080 of the server.',
      'Let me look. The cause is the port 8080 of the server.',
      'The cause is known to all of us now.',
      'Let me check the tests. '.repeat(17),
    ],
  )
})

it('leaves code out, whatever fences it', () => {
  expect(linesOutsideCode('a\n```ts\nb\n```\nc\n ~~~\nd')).toEqual(['a', 'c'])
})
