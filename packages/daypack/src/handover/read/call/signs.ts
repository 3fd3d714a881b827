import forms from './signs.json' with { type: 'json' }

/**
 * What the lines of an output say about how it went. `failed` and `passed` are the words of a runner about the whole;
 * `error` is one thing that went wrong, which a program may survive; `place` is where.
 */
export type Sign = 'failed' | 'passed' | 'error' | 'place' | 'result'

/** How runners, compilers and other programs write these. */
const FORMS = {
  failed: anyOf(forms.failed),
  passed: anyOf(forms.passed),
  error: anyOf(forms.error),
  place: anyOf(forms.place),
  result: anyOf(forms.result),
} as const
const SIGNS = Object.keys(FORMS) as Sign[]
/** A test that runs or went well: its name may speak of errors. */
const OTHER_TEST = anyOf(forms.otherTest)
/** Task runners put their name before each line. */
const TASK = /^\[[\w:.-]{1,40}\] /
/** Longer lines are data, not messages. */
const MAX_LINE = 500

export function signOf(line: string): Sign | undefined {
  const text = line.slice(0, MAX_LINE).trim().replace(TASK, '')
  if (text === '') return undefined
  const isOther = OTHER_TEST.test(text)
  return SIGNS.find((sign) => FORMS[sign].test(text) && !(isOther && (sign === 'failed' || sign === 'error')))
}

function anyOf(list: readonly string[]): RegExp {
  return new RegExp(list.join('|'))
}
