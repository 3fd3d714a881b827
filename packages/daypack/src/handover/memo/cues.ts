import en from './cues/en.json' with { type: 'json' }
import zh from './cues/zh.json' with { type: 'json' }

/** What a sentence can show by its words. */
type Cue = Exclude<keyof typeof en, 'acknowledges' | 'stop'>

const patterns = new Map<Cue, RegExp>()

/** Whether the words of a sentence show this, in English or Chinese. */
export function shows(cue: Cue, text: string): boolean {
  let pattern = patterns.get(cue)
  if (!pattern) {
    const english = en[cue].map((part) => (/^[\w(]/.test(part) ? `\\b${part}` : part))
    pattern = new RegExp([...english, ...zh[cue]].map((part) => `(?:${part})`).join('|'), 'iu')
    patterns.set(cue, pattern)
  }
  return pattern.test(text)
}

const SMALL_TALK = new RegExp(
  `^(?:(?:${en.acknowledges.join('|')})(?:[ ,!.~:)…-]+|$)|(?:${zh.acknowledges.join('|')})[,，。!！~～… ]*|\\p{Extended_Pictographic}\\s*)+$`,
  'iu',
)
const LONGEST = 60

/** "ok", "go on", "thanks": it asks for nothing new. */
export function isSmallTalk(text: string): boolean {
  return text.length < LONGEST && SMALL_TALK.test(text.trim())
}

export const STOP_WORDS: ReadonlySet<string> = new Set(en.stop)
