// What the rules note of people nobody here wrote: users of MemoryBank in two languages, their turns labelled by hand. Those
// of the tuning part were looked at; those of the held-out part were labelled before the rules were run on them, and what the
// rules note there is never shown. Run: node --conditions=daypack-source bench/memory/strangers.ts [--show]
import { extract } from '../../packages/daypack/src/memory/write/extract.ts'
import { companionTurns } from './strangers-data.ts'

console.log('| part | set | recall of turns | precision of lines |\n| --- | --- | --- | --- |')
for (const part of ['tuning', 'held-out'] as const)
  for (const language of ['en', 'cn'] as const) {
    const isShown = part === 'tuning' && process.argv.includes('--show')
    const sum = { keep: 0, noted: 0, lines: 0, right: 0 }
    companionTurns(part, language).forEach(({ text, is }, turn) => {
      const lines = extract({ heard: [{ seq: turn, by: 'user', text }], attempts: [] }).map((item) => item.text)
      if (is === 'kept') sum.keep++
      if (is === 'kept' && lines.length > 0) sum.noted++
      if (isShown && is === 'kept' && lines.length === 0) console.log(`  missed: ${text}`)
      if (is === 'open') return
      sum.lines += lines.length
      if (is === 'kept') sum.right += lines.length
      else if (isShown) for (const line of lines) console.log(`  not wanted: ${line}`)
    })
    const percent = (good: number, of: number): string => `${((100 * good) / of).toFixed(1)} % (${good}/${of})`
    console.log(
      `| ${part} | MemoryBank ${language} | ${percent(sum.noted, sum.keep)} | ${percent(sum.right, sum.lines)} |`,
    )
  }
