// "Compaction" of CoPaw: the login example, its six sections, and what is kept; written by rules, with no model.
// Run: node --conditions=daypack-source examples/seeds/copaw-compaction.ts
import { createDaypack } from 'daypack'
import { memoryDriver } from 'daypack/drivers'
import { COPAW_SECTIONS, loginTalk } from './login.ts'
import { comparison } from './compare.ts'

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
end()
