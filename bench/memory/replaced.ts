// Which line of a page a new one takes the place of, by the rules: changes found, and lines struck by mistake.
// Run: node --conditions=daypack-source bench/memory/replaced.ts [part…] [--show]
import { sentencesOf } from '../../packages/daypack/src/memory/write/sentences.ts'
import { replaces } from '../../packages/daypack/src/memory/write/replaces.ts'
import { type Fact, dialoguesIn, says } from './dialogues.ts'

const isShown = process.argv.includes('--show')
const parts = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
for (const part of parts.length > 0 ? parts : ['held-out', 'seventh', 'eighth', 'ninth']) {
  let [changes, found, strikes, wrong] = [0, 0, 0, 0]
  for (const { days, keep, changed } of dialoguesIn(part)) {
    const gold = [...keep, ...changed.flatMap(({ now, old }) => [now, old])]
    const isSaid = (text: string, fact: Fact): boolean => says(text, fact)
    const page: string[] = []
    for (const sentence of days.flat().flatMap(({ role, text }) => (role === 'user' ? sentencesOf(text) : []))) {
      if (!gold.some((fact) => isSaid(sentence, fact))) continue
      const change = changed.find(
        ({ now, old }) => isSaid(sentence, now) && page.some((line) => isSaid(line, old) && !isSaid(line, now)),
      )
      const struck = replaces(sentence, page)
      if (change !== undefined) changes++
      const isRight = struck !== undefined && change !== undefined && isSaid(struck, change.old)
      if (isRight) found++
      if (struck !== undefined) strikes++
      if (struck !== undefined && !isRight) wrong++
      if (isShown && struck !== undefined && !isRight) console.log(`WRONG ${sentence}\n   ${struck}`)
      if (isShown && change !== undefined && struck === undefined)
        console.log(`missed ${sentence}\n   ${page.find((line) => isSaid(line, change.old))}`)
      if (struck !== undefined) page.splice(page.indexOf(struck), 1)
      page.push(sentence)
    }
  }
  console.log(`${part}: changes found ${found} of ${changes}, struck by mistake ${wrong} of ${strikes}`)
}
