import type { Plan } from 'daypack'
import type { PresetName } from 'daypack/presets'
import { presetName, windowOf } from '../../config/pack-options.ts'
import { short } from '../../replay/meter.ts'
import { clip } from '../show.ts'
import { count, linesOf, reasonOf } from '../../show/words.ts'
import type { Chat } from '../types.ts'

export type Compacted = {
  readonly messages: number
  readonly before: number
  readonly after: number
  readonly cropped: number
  readonly isRemembered: boolean
  readonly summary: string
  readonly isIgnored: boolean
}

export const IGNORED =
  '- The instruction needs a model to follow it; nothing that was said holds its words. Start the chat with a model.'

export function compactReply(preset: PresetName, done: Compacted): string[] {
  const { messages, before, after, cropped, isRemembered } = done
  const tokens = `- Tokens: ${before} → ${after} (${Math.round((1 - after / before) * 100)} % less)`
  if (preset === 'miniClaude') return linesOf('ℹ Conversation compacted.', done.isIgnored && IGNORED)
  if (preset === 'copaw' || preset === 'qwenpaw')
    return linesOf(
      '**Compact Complete!**',
      preset === 'copaw' && '',
      `- Messages compacted: ${messages}`,
      preset === 'qwenpaw' && tokens,
      done.isIgnored && IGNORED,
      ['**Compressed Summary:**', memoOf(done.summary)],
      preset === 'copaw' && isRemembered && '- Summary task started in background',
    )
  return linesOf(
    ['Compact complete.', `- Messages compacted: ${messages}`, tokens],
    isRemembered && '- Facts go to memory in the background; /summarize_status shows it.',
    cropped > 0 && `- Parts shortened: ${cropped}`,
    done.isIgnored && IGNORED,
    opening(done.summary),
    '- /compact_str shows the whole summary, /undo takes it back.',
  )
}

function memoOf(summary: string): string {
  const [told = ''] = summary.replace(/^\[Hand-over:[^\n]*\n+/, '').split(/\n+(?=# Latest request)/)
  return told.trim()
}

const OPENING_LINES = 6
/** So that a line and its margin fit a terminal of 60 columns. */
const OPENING_WIDTH = 57

function opening(summary: string): string[] {
  const lines = summary.split('\n').filter((line) => line.trim() !== '' && !/^(?:# |\[Hand-over:)/.test(line))
  const more = lines.length - OPENING_LINES
  return linesOf(
    lines.length > 0 && 'The summary begins:',
    lines.slice(0, OPENING_LINES).map((line) => `  ${clip(line, OPENING_WIDTH)}`),
    more > 0 && `  … ${count(more, 'more line')}`,
  )
}

export function epochLine({ config }: Pick<Chat, 'config'>, plan: Plan): string {
  const { before, after, tide, view } = plan
  const name = presetName(config)
  if (name === 'miniClaude') return 'ℹ Context window filling up, compacting conversation...\nℹ Conversation compacted.'
  if (name === 'copaw' || name === 'qwenpaw') {
    const window = windowOf(config)
    const kept = view.items.filter((item) => item.kind === 'message').length
    const folded = view.items.reduce((sum, item) => sum + (item.kind === 'fold' ? item.messages : 0), 0)
    const share = ((before.tokens / window) * 100).toFixed(1)
    return `[context ${before.tokens}/${window} tokens (${share} %), ${kept + folded} msgs -> compact(${folded}) + keep(${kept}); ${short(after.tokens)} tokens now]`
  }
  const saved = short(before.tokens - after.tokens)
  return `[folded: ${short(before.tokens)} → ${short(after.tokens)} tokens, ${saved} saved, because ${reasonOf(tide, plan.why, before.tokens / plan.budget.usable)}; /undo takes it back]`
}
