// Three memories after 60 simulated days, as the rules alone keep them, and what a person would cross out on them.
// Run: node --conditions=daypack-source bench/memory/grown.ts (--show: the odd lines alone)
import { dayOfLog } from '../../packages/daypack/src/memory/notes/path.ts'
import { withoutMarks } from '../../packages/daypack/src/memory/notes/source.ts'
import { lived, PEOPLE } from './lived.ts'
import { type Odd, ODDITIES, oddIn } from './grown/odd.ts'

/** Counted once with the rules of 16 November 2026, before any of this was mended. */
const BEFORE: Readonly<Record<string, readonly number[]>> = {
  'en-developer': [0, 6, 4, 1, 3, 5, 0, 0],
  'zh-shop': [2, 1, 4, 0, 2, 1, 1, 0],
  'de-verein': [0, 3, 4, 1, 2, 2, 0, 0],
}

const grown = await Promise.all(
  PEOPLE.map(async ({ file, title }) => {
    const { driver, said, left } = await lived(file)
    const read = async (path: string): Promise<string> => (await driver.notes.read(path))?.text ?? ''
    const paths = await driver.notes.list('memory/')
    const logs = paths.filter((path) => dayOfLog(path) !== undefined)
    const texts = await Promise.all(logs.map(async (path) => ({ path, text: await read(path) })))
    const page = await read('MEMORY.md')
    const kept = (await driver.notes.versions('MEMORY.md')).map(({ path, id }) => driver.notes.version(path, id))
    const odd = oddIn(
      file,
      page,
      texts,
      (await Promise.all(kept)).map((text = '') => text),
      left,
    )
    return { file, title, said, page, odd }
  }),
)

if (process.argv.includes('--show')) {
  for (const { file, odd } of grown)
    for (const name of ODDITIES) for (const line of odd[name]) console.log(`${file}: ${name}: ${line}`)
} else {
  console.log(`# Three memories after 60 days

What three people said over 60 simulated days (\`bench/memory/grown/\`), noted and merged every midnight by the rules alone,
with no model. They greet, begin with "btw", correct themselves, and name appointments that are over by the end. The files are
unedited, except that their source comments are removed. Printed by \`bench/memory/grown.ts\`.

What a person who keeps such a page by hand would cross out, looked up by hand for each file (\`bench/memory/grown/odd.ts\`), with
the rules as they are, and before these oddities were mended:

| | ${grown.map(({ file }) => `${file}, before | now`).join(' | ')} |
| --- |${' ---: | ---: |'.repeat(grown.length)}
${ODDITIES.map((name, index) => `| ${name} | ${grown.map(({ file, odd }) => cells(file, odd, name, index)).join(' | ')} |`).join('\n')}

Nothing noted is lost: each labelled line of a day's log is cited by a line of the page or of a kept version of it, or was left with a
reason.`)
  for (const { title, said, page, odd } of grown) {
    const left = odd['left, with a reason']
    console.log(
      `\n## ${title}\n\n${said} messages. Left out by a merge: ${left.length === 0 ? 'nothing' : left.join('; ')}.\n`,
    )
    console.log(`\`\`\`markdown\n${withoutMarks(page).trim()}\n\`\`\``)
  }
}

function cells(file: string, odd: Odd, name: keyof Odd, index: number): string {
  return `${BEFORE[file]?.[index] ?? '–'} | ${odd[name].length}`
}
