import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDaypack, type Message } from '../../packages/daypack/src/index.ts'
import { memoryDriver } from '../../packages/daypack/src/drivers/memory/index.ts'
import { withMissing } from '../../packages/daypack/src/handover/fit/compose-memo.ts'
import { memoOf } from '../../packages/daypack/src/handover/memo/memo.ts'
import { UNUSED_NOTE } from '../../packages/daypack/src/handover/note/note.ts'
import { gather } from '../../packages/daypack/src/handover/read/evidence.ts'
import { parseSummary } from '../../packages/daypack/src/handover/tell/parse.ts'
import type { Sections } from '../../packages/daypack/src/handover/tell/sections.ts'
import { isObject } from '../../packages/daypack/src/model/json.ts'
import { copaw } from '../../packages/daypack/src/presets/index.ts'
import { plain } from '../../packages/daypack/test/engine/say.ts'

const WINDOW = 131_072

/**
 * The sections a pack writes with a model that somebody plays: what it is asked goes to `<folder>/prompts/<name>.txt`, its answer is read from
 * `<folder>/answers/<name>.txt`. Undefined while that is missing, or where the pack did not accept it.
 */
export async function playedSections(
  messages: readonly Message[],
  folder: string,
  name: string,
): Promise<Sections | undefined> {
  const isChinese = messages.some(({ blocks }) => /\p{Script=Han}/u.test(JSON.stringify(blocks)))
  const answer = path.join(folder, 'answers', `${name}.txt`)
  mkdirSync(path.join(folder, 'prompts'), { recursive: true })
  // These dialogues are short: a threshold of nothing makes the pack compact them, with the room a memo has in a usual window.
  const pack = await createDaypack({
    driver: memoryDriver({ now: Date.now }),
    preset: copaw({ compactThreshold: 1 }),
    window: WINDOW,
    memory: false,
    warn: false,
    tuning: { language: isChinese ? 'zh' : 'en' },
    summarize: ({ system, prompt }) => {
      writeFileSync(path.join(folder, 'prompts', `${name}.txt`), `${system}\n\n${prompt}\n`)
      return existsSync(answer)
        ? Promise.resolve(readFileSync(answer, 'utf8'))
        : Promise.reject(new Error('no answer yet'))
    },
  })
  const session = await pack.session('one')
  for (const message of messages) await session.append(message)
  await session.render(plain, { messages: [] })
  // A memo that is no shorter than so short a dialogue is not shown; what was written is kept for the next time.
  const { marks, items } = session.view
  await pack.close()
  const folded = items.find((item) => item.kind === 'fold')?.summary.data
  const note = isObject(folded) ? folded['narrative'] : marks.get(UNUSED_NOTE)?.data
  const text = isObject(note) ? note['text'] : undefined
  if (typeof text !== 'string' || text === '') return undefined
  return withMissing(parseSummary(text), memoOf(gather(messages))).sections
}
