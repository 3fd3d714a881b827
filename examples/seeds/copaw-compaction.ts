// "Compaction" of CoPaw: the login example, its six sections, and what is kept; written by rules, with no model.
// Run: node --conditions=daypack-source examples/seeds/copaw-compaction.ts
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { copaw } from 'daypack/presets'
import { answer, openDesk, request } from 'daypack-testing'
import { COPAW_SECTIONS, loginTalk } from './login.ts'
import { comparison, tokens } from './compare.ts'

const { row, end } = comparison('CoPaw compaction (004): the login example')
const pack = await createDaypack({ driver: memoryDriver(), preset: 'copaw', memory: false })
const session = await pack.session('login')
for (const message of loginTalk()) await session.append(message)
await session.compact()
const fold = session.view.items.find((item) => item.kind === 'fold')
const summary = fold?.kind === 'fold' ? fold.summary.text : ''
console.log(`${summary}\n`)
for (const [heading, words] of COPAW_SECTIONS) {
  const section = summary.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}`)) ?? ''
  row(`${heading} has "${words}"`, true, section.includes(words))
}
row('the summary is a memo: tokens below 2,048', true, (fold?.size.tokens ?? Infinity) < 2_048)
await pack.close()

// COPAW_MEMORY_COMPACT_THRESHOLD: 100,000 tokens, the newest three messages and the system prompt not counted.
const { passes, timing, policy } = copaw().options
const isDue = async (total: number) => {
  const desk = openDesk({ window: 200_000, maxOutput: 0, timing, policy })
  for (let turn = 0; turn < 10; turn++) await desk.say(request(tokens(total / 20)), answer(tokens(total / 20)))
  await desk.say(request('Go on.'), answer('Done.'), request('And now?'))
  return (await desk.plan(passes)).tide === 'pressure'
}
row('compacts at 99,000 tokens', false, await isDue(99_000))
row('compacts at 101,000 tokens', true, await isDue(101_000))
end()
