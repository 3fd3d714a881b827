// The worked example of "CoPaw Context Management Design": 3,000 lines of HTML, 200 KB, truncated once at 50 KB and again at 10 KB.
// Run: node --conditions=daypack-source examples/seeds/copaw-context.ts
import { copaw } from 'daypack/presets'
import { answer, openDesk, request, step } from 'daypack-testing'
import { comparison, page } from './compare.ts'

const { passes, timing, policy } = copaw().options
const desk = openDesk({ window: 1_000_000, timing, policy, readTool: 'read_file' })
const html = page(3_000, 204_800)
await desk.say(request('Open the page.'), ...step({ tool: 'browser_use', output: html }))
await desk.run(passes)
const [first = ''] = await desk.results()

await desk.say(answer('Seen.'), request('And now?'), answer('Something else.'), request('Go on.'))
await desk.run(passes)
const [second = ''] = await desk.results()

const { row, end } = comparison('CoPaw context management (000): two-phase truncation')
const kept = (text: string) => text.split('<<<TRUNCATED>>>')[0] ?? ''
const linesOf = (text: string) => kept(text).trimEnd().split('\n').length
const find = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? 'nothing'
row('lines after the first truncation', 750, linesOf(first))
row('lines in total', '3000', find(first, /contains (\d+) lines in total/))
row('bytes of the first excerpt', '51200', find(first, /covers the next (\d+) bytes/))
row('next line after the first truncation', '751', find(first, /start_line=(\d+)/))
row('lines after the second truncation', 150, linesOf(second))
row('bytes of the second excerpt', '10240', find(second, /covers the next (\d+) bytes/))
row('next line after the second truncation', '151', find(second, /start_line=(\d+)/))
row('the file is the same', true, find(first, /file_path=(\S+)/) === find(second, /file_path=(\S+)/))
row('notice', 'The output above was truncated.', first.split('\n').find((line) => line.startsWith('The output')) ?? '')
end()
