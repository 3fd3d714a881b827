import type { PromptLanguage } from '../../model/summarize.ts'
import { HEADING_LINES } from '../tell/sections.ts'
import en from './prompts/en.json' with { type: 'json' }
import zh from './prompts/zh.json' with { type: 'json' }

export type AskOptions = {
  readonly maxChars: number
  /** The note written at an earlier fold. */
  readonly previous?: string | undefined
  /** What the user added to the command. */
  readonly instruction?: string | undefined
  /** What was wrong with the last attempt. */
  readonly issues?: readonly string[]
  readonly language?: PromptLanguage | undefined
}

function wordsIn(language: PromptLanguage | undefined): typeof en {
  return language === 'zh' ? zh : en
}

export function systemIn(language?: PromptLanguage): string {
  return wordsIn(language).system
}

/** The ask alone: it can stand behind the conversation as it was sent, or behind a transcript of it. */
export function question({ maxChars, previous, instruction, issues = [], language }: AskOptions): string {
  const words = wordsIn(language)
  return [
    words.stop,
    words.think,
    words.write.replace('{maxChars}', `${maxChars}`),
    // The same in every language: notes are read by them.
    ...HEADING_LINES,
    ...words.rules,
    ...(previous ? [words.merge, `<earlier-note>\n${previous}\n</earlier-note>`] : []),
    ...(instruction ? [words.wish + instruction] : []),
    ...(issues.length > 0 ? [words.refused, ...issues.map((issue) => `- ${issue}`), words.again] : []),
  ].join('\n')
}

/** The whole ask as plain text: any model call will do. */
export function prompt(transcript: string, options: AskOptions): string {
  return `<conversation>\n${transcript}\n</conversation>\n\n${question(options)}`
}
