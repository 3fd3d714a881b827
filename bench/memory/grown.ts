// Three MEMORY.md files after 60 simulated days, as the rules alone keep them.
// Run: node --conditions=daypack-source bench/memory/grown.ts > docs/memory-grown.md
import { withoutMarks } from '../../packages/daypack/src/memory/notes/source.ts'
import { lived, PEOPLE } from './days.ts'

console.log(`# Three memories after 60 days

What three people said over 60 simulated days (\`bench/memory/grown/\`), noted and merged every midnight by the rules alone,
with no model. The files are unedited, except that their source comments are removed. Printed by \`bench/memory/grown.ts\`.`)
for (const { file, title } of PEOPLE) {
  const { driver, said, left } = await lived(file)
  const memory = withoutMarks((await driver.notes.read('MEMORY.md'))?.text ?? '')
  console.log(
    `\n## ${title}\n\n${said} messages. Left out by a merge: ${left.length === 0 ? 'nothing' : left.join('; ')}.\n`,
  )
  console.log(`\`\`\`markdown\n${memory.trim()}\n\`\`\``)
}
