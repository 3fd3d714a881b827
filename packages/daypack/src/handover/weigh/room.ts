import type { Tokens } from '../../model/json.ts'

/** The one place that decides sizes: everything is a share of the window, so that 4k and 1M follow the same rules. */

/** Hand-over and tail together: 20k at 32k, 33k at 64k, 58k at 128k, 87k at 200k, 151k at 1M. */
const FRAME_TOKENS = 7_000
const WINDOW_SHARE = 0.4
/** A window above this adds less: what is carried along is paid for with every step. */
const LARGE_WINDOW = 200_000
const BEYOND_SHARE = 0.08
/** A user who asks for it wants it smaller. */
const ASKED_ROOM = 0.6
/** Never more of what tools and system leave of the usable window. */
const VIEW_SHARE = 0.64
/** There is always this much room, however large the tools are; a story has a little more. */
const LEAST_SHARE = 0.15
const LEAST_STORY_SHARE = 0.2
/** Of what is left it fills no more: how many tokens a new text has is known when it is billed. */
const FILLED_SHARE = 0.8
/** In less than this nothing can be told. */
const LEAST_TOKENS = 120
/** Of the messages it folds a hand-over takes at most this, beside the room of the one before; less when the user asked for it. */
const FOLDED_SHARE = 0.7
const ASKED_SHARE = 0.6

/** Characters a token holds, nearly: a first guess, put right by counting. */
export const CHARS_PER_TOKEN = 3

export type HandoverBudgetInput = {
  readonly window: Tokens
  readonly usable: Tokens
  /** System and tools. */
  readonly fixed: Tokens
  /** The tail and what else stays beside the hand-over. */
  readonly kept: Tokens
  /** Messages that are folded. */
  readonly folded: Tokens
  /** The hand-over before, which this one takes the place of. */
  readonly told: Tokens
  readonly asked: boolean
  /** Share of the usable window the whole view may take. */
  readonly viewShare?: number
  /** How much of the usual room it gets. Default 1. */
  readonly room?: number
}

/** Tokens a hand-over may take. */
export function handoverTokens(around: HandoverBudgetInput): Tokens {
  const { window, usable, fixed, kept, folded, told, asked, viewShare = VIEW_SHARE, room: share = 1 } = around
  const wanted = usualTokens(window) * (asked ? ASKED_ROOM : 1) * share - kept
  const most = (usable - fixed) * viewShare - kept
  const room = Math.max(
    Math.min(wanted, most),
    Math.min(usable * LEAST_STORY_SHARE, (usable - fixed - kept) * FILLED_SHARE),
  )
  const standsFor = asked ? (told + folded) * ASKED_SHARE : told + folded * FOLDED_SHARE
  return Math.max(LEAST_TOKENS, Math.floor(Math.min(room, standsFor)))
}

/** Of what it folds a memo takes at most this: what is not shorter is no summary. */
const MEMO_SHARE = 0.98

/** Tokens a memo may take in all: below what it stands for, and within what a hand-over may take. */
export function memoTokens(around: HandoverBudgetInput): Tokens {
  const { usable, fixed, kept, folded, told, viewShare = VIEW_SHARE } = around
  const most = Math.max(usable * viewShare - fixed - kept, usable * LEAST_SHARE)
  return Math.max(LEAST_TOKENS, Math.floor(Math.min(most, (told + folded) * MEMO_SHARE)))
}

/** Hand-over and tail together, before it is known what fits. */
function usualTokens(window: Tokens): Tokens {
  const large = Math.max(0, window - LARGE_WINDOW)
  return FRAME_TOKENS + (window - large) * WINDOW_SHARE + large * BEYOND_SHARE
}

/** A request with a plan, the instruction being followed: a tenth of the window each stays whole. */
export function wholeChars(window: Tokens): number {
  return Math.floor(window * 0.1 * CHARS_PER_TOKEN)
}

/** What a model writes into a hand-over: 3,000 characters at 32k, 4,800 at 64k, 10,000 from 134k on. */
export function noteChars(window: Tokens): number {
  return Math.floor(Math.min(10_000, Math.max(3_000, window * 0.075), window * 0.2 * CHARS_PER_TOKEN))
}

/** The proposal a short request answers; where there is hardly any room it stands in the story alone. */
export function proposalChars(room: Tokens): number {
  const chars = Math.floor(Math.min(2_500, room * 0.1 * CHARS_PER_TOKEN))
  return chars < 200 ? 0 : chars
}

/** Standing instructions are whole, whatever the usual room is, as long as a share of what there is stays for the rest. */
export function standingTokens({
  usable,
  fixed,
  kept,
}: Pick<HandoverBudgetInput, 'usable' | 'fixed' | 'kept'>): Tokens {
  return Math.max(0, (usable - fixed - kept) * (1 - LEAST_SHARE))
}

/** Of what story and files share, files take at most this while the story needs the rest. */
export const FILES_SHARE = 0.6

const LEAST_WORTH = 0.6
const USUAL_WINDOW = 64_000

/** What a character must be worth to be carried along, though there is room: hardly anything, and the less the larger the window. */
export function leastWorth(window: Tokens): number {
  return LEAST_WORTH * Math.min(1, USUAL_WINDOW / window)
}

/**
 * Of turns that are over, what was said and looked at on the way counts this much beside what came of it: where there is
 * little room, the outcome goes first.
 */
export function onTheWay(window: Tokens): number {
  return Math.min(1, (window / USUAL_WINDOW) ** 1.5)
}

/** Records take at most this of it, where files leave it. */
export const RECORDS_SHARE = 0.32
/** Texts told whole take at most this of the story. */
export const WHOLES_SHARE = 0.5
/** The restart form carries the last steps in this share of the usable window, up to a limit. */
export function stepChars(usable: Tokens): number {
  return Math.min(usable * 0.07 * CHARS_PER_TOKEN, 8_000)
}
