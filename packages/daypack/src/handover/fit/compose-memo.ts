import type { Tokens } from '../../model/json.ts'
import type { HandoverContext } from '../read/context.ts'
import type { Evidence } from '../read/evidence.ts'
import { parseSummary } from '../tell/parse.ts'
import { NO_CONTENTS, render } from '../tell/render.ts'
import { CHARS_PER_TOKEN } from '../weigh/room.ts'
import { SECTION_NAMES, type Sections } from '../tell/sections.ts'
import type { Parts } from './compose.ts'
import { fitMemo } from '../memo/fit.ts'
import { essentialsOf, memoOf, type Memo } from '../memo/memo.ts'
import { notRetold } from '../text/words.ts'

/** A memo takes this share of the window, within these bounds: 800 tokens at 32k, 3,300 at 131k, 4,000 from 160k on. */
const SHARE = 0.025
const LEAST: Tokens = 800
const MOST: Tokens = 4_000
const TRIES = 6

export type ComposedMemo = {
  readonly text: string
  /** Nothing that must be retold is missing. */
  readonly isWhole: boolean
  /** Goal, constraints, choices and the newest error, a line each: whoever writes another summary must retell them. */
  readonly essentials: readonly string[]
}

/** A short hand-over: six sections, where the dialog is, and the latest request; at most `limit` tokens in all. */
export function composeMemo(parts: Parts, evidence: Evidence, ctx: HandoverContext, limit: Tokens): ComposedMemo {
  const memo = memoOf(evidence, (seq) => parts.covers(seq))
  const most = Math.min(MOST, Math.max(LEAST, ctx.budget.window * SHARE))
  // What a model wrote has its own room; the rules add what it leaves out and must not.
  const told = parts.note === '' ? memo : withMissing(parseSummary(parts.note), memo)
  const maxChars =
    parts.note === '' ? most * CHARS_PER_TOKEN : Math.max(most * CHARS_PER_TOKEN, parts.note.length * 1.2)
  const asked = parts.asked && { ...parts.asked, isWorkedOn: false }
  // By hand, nothing is folded that leaves the next steps out either.
  const made = fitted('isFull') ?? { text: (fitted('isWhole') ?? fitted())?.text ?? '', isWhole: false }
  return { ...made, essentials: essentialsOf(memo) }

  function fitted(wanted?: 'isFull' | 'isWhole'): Omit<ComposedMemo, 'essentials'> | undefined {
    let chars = maxChars
    let text = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const memo = fitMemo(told, chars)
      const { text: sections, isFull } = memo
      text = render({ ...parts, ...NO_CONTENTS, asked, note: '', told: sections })
      const over = ctx.count(text) - limit
      if (over <= 0) return wanted === undefined || memo[wanted] ? { text, isWhole: isFull } : undefined
      chars = Math.min(chars, sections.length) - Math.ceil((over * text.length) / ctx.count(text)) - 4
    }
    return wanted === undefined ? { text, isWhole: false } : undefined
  }
}

/** A model's note with the constraints, choices and errors it does not speak of. */
export function withMissing(note: Sections, memo: Memo): Memo {
  const text = SECTION_NAMES.flatMap((name) => note[name]).join('\n')
  const missing = (lines: readonly string[]) => notRetold(lines, text)
  const errors = missing(memo.sections.context.slice(0, memo.errors))
  const choices = missing(memo.choices)
  return {
    errors: errors.length,
    choices: [...note.decisions, ...choices],
    sections: {
      ...note,
      constraints: [...note.constraints, ...missing(memo.sections.constraints)],
      decisions: [...note.decisions, ...choices],
      context: [...errors, ...note.context],
    },
  }
}
