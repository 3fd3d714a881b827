import { anyLanguage } from '../language/index.ts'

/** `Remember for this project:` and a list: what stands in the list is to be remembered, in however few words. */
export function announced(text: string): Set<string> {
  const items = new Set<string>()
  if (text.length > MAX_TEXT) return items
  let isList = false
  for (const line of text.split('\n')) {
    const item = ITEM.exec(line)?.[1]
    if (item === undefined) isList = line.trim() === '' ? isList : /[:：]\s*$/.test(line) && ANNOUNCES().test(line)
    else if (isList && item.length <= MAX_CHARS) items.add(item.trim())
  }
  return items
}

const ITEM = /^\s*(?:[-*+•]|\d+[.)、])\s*(\S.*)$/
const MAX_CHARS = 150
/** Longer ones are pasted, and each line is compared with all before it. */
const MAX_TEXT = 2_000
const ANNOUNCES = anyLanguage(({ shape }) => shape?.announces)
