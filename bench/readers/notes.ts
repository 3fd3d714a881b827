// Notes by a model, or by hand: what the summarizer is asked is a file, and so is the answer, so that views can be made again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Summarizer } from '../../lab/src/measure/engine.ts'
import type { Complete } from './ask.ts'

export type Notes = {
  readonly summarizer: Summarizer
  /** Notes that were asked for since the last look and are not there: the view is not what it would be with them. */
  unwritten(): string[]
}

export function notesIn(folder: string, complete?: Complete): Notes {
  let open: string[] = []
  return {
    async summarizer(session, at, { system, prompt, maxTokens }) {
      const hash = createHash('sha256').update(`${system}\n${prompt}`).digest('hex').slice(0, 8)
      const key = path.join(folder, `${session.name}.${at}.${hash}`)
      const note = `${key}.note.txt`
      if (existsSync(note)) return readFileSync(note, 'utf8')
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${key}.ask.txt`, `${system}\n\n(At most ${maxTokens} tokens.)\n\n${prompt}\n`)
      if (!complete) {
        open.push(note)
        throw new Error(`There is no note yet: ${note}`)
      }
      const answer = await complete({ system, prompt })
      writeFileSync(note, answer)
      return answer
    },
    unwritten() {
      const found = [...new Set(open)]
      open = []
      return found
    },
  }
}
