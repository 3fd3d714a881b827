import { expect, test } from 'vitest'
import { formOf, HEADINGS, REQUEST_BEFORE, REQUEST_LAST } from '../../view/frame.ts'
import { NO_CONTENTS, render, type Contents, type Frame } from './render.ts'

const FRAME: Frame = {
  ...{ mark: '·m', folded: { from: 2, to: 9 }, standing: '', note: '', wanted: '', request: '', guide: '' },
  ...{ steps: '', unseen: '', following: 0, edited: false, asked: undefined },
}
const first = (isShort: boolean, last = ''): string =>
  `[Hand-over: messages 2-9 of this conversation are folded into this one. Carry on from here; do not start over. ${formOf('·m', isShort)}${last}]`
const latest = (asked: string): string => `${HEADINGS.latest} (at [4]${asked}) ·m\nq`
const files = (made: string): string => `${HEADINGS.files}${made} (the parts known; messages after that override) ·m\nf`
const all = { note: 'n', wanted: 'w', told: 't', story: 's', files: 'f', records: 'r', guide: 'g', unseen: 'u' }

test.each<[string, Partial<Frame & Contents>, string[]]>([
  ['nothing', {}, [first(true)]],
  ['one part that quotes nothing', { unseen: 'u' }, [first(false), `${HEADINGS.steps} ·m\nu`]],
  [
    'every part in its place, what comes from outside indented',
    { ...all, standing: 'a\nb', steps: 'x', request: 'q', asked: { number: 4, isWorkedOn: true } },
    [
      first(false, REQUEST_LAST),
      `${HEADINGS.standing} ·m\n  a\n  b`,
      `${HEADINGS.note} ·m\n  n`,
      `${HEADINGS.wanted} ·m\nw`,
      't',
      `${HEADINGS.story} ·m\ns`,
      files(''),
      `${HEADINGS.records} ·m\nr`,
      `${HEADINGS.guide} ·m\ng`,
      `${HEADINGS.steps} ·m\nx\nu`,
      latest('; the story tells what was done about it'),
    ],
  ],
  [
    'what messages behind it changed and answered',
    {
      files: 'f',
      following: 1,
      edited: true,
      request: 'q',
      asked: { number: 4, isWorkedOn: false, answeredAt: 'below' },
    },
    [
      first(false, REQUEST_BEFORE),
      files(', the edits of the next 1 messages already in them'),
      latest(
        '; the agent answered it in the messages below; the messages below go on from there, a newer request in them comes first',
      ),
    ],
  ],
  [
    'a request that was answered',
    { request: 'q', asked: { number: 4, isWorkedOn: false, answeredAt: 7 } },
    [first(true, REQUEST_LAST), latest('; the agent answered it at [7]')],
  ],
  ['a request that came from somewhere', { request: 'q' }, [first(true, REQUEST_LAST), `${HEADINGS.latest} ·m\nq`]],
])('a hand-over of %s', (_, given, parts) => {
  expect(render({ ...FRAME, ...NO_CONTENTS, ...given }).split('\n\n')).toEqual(parts)
})
