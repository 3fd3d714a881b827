import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Message } from '../../model/message.ts'
import { clipSpeech } from '../text/sentences.ts'
import { gather } from '../read/evidence.ts'
import { cleanOutput } from '../read/noise.ts'
import { handoverTokens } from '../weigh/room.ts'
import { story } from './story.ts'

const user = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] })
const agent = (text: string): Message => ({ role: 'assistant', blocks: [{ type: 'text', text }] })
let calls = 0
function step(tool: string, input: Json, text: string): Message[] {
  const callId = `c${calls++}`
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text } }] },
  ]
}
function told(messages: readonly Message[], maxChars = 8000): string {
  const { events } = gather(messages).timeline
  return story(events, { maxChars, wholeChars: 6000, wholesChars: maxChars / 2 })
}

/** Each of these is what a reader of the exam stumbled over. */
describe('what readers asked for', () => {
  it('the words of the user stand whole where there is hardly room for anything else', () => {
    const wishes = Array.from(
      { length: 12 },
      (_, at) => `Please set item ${at} to ${at * 7} euros, as agreed with Ms Lund.`,
    )
    const talk = wishes.flatMap((wish) => [
      user(wish),
      ...step('Bash', { command: 'cat prices.csv' }, 'a,b,c\n'.repeat(200)),
      agent('I looked at the prices and the agreement and changed what had to be changed. '.repeat(6)),
    ])
    const text = told(talk, 2600)
    for (const wish of wishes) expect(text).toContain(wish)
  })

  it('a command is told as it was run: no path in it is shortened', () => {
    const root = '/home/ann/work/shop/server'
    const text = told([
      user('Run the tests.'),
      ...['a', 'b', 'c', 'd'].flatMap((name) => step('Read', { file_path: `${root}/src/${name}.ts` }, 'const x = 1')),
      ...step('Bash', { command: `pytest ${root}/test/link.py -v` }, '1 passed in 0.1s'),
    ])
    expect(text).toContain(`(Paths that do not start with / are below ${root}/src)`)
    expect(text).toContain(`$ pytest ${root}/test/link.py -v`)
  })

  it('a patch is told as an edit, one that failed as a failure; paths inside it stay as they are', () => {
    const root = '/home/ann/work/shop/server'
    const patch = (line: string) =>
      `*** Begin Patch\n*** Update File: ${root}/src/a.ts\n@@\n-const home = 1\n+${line}\n*** End Patch`
    const text = told([
      user('Set the home folder.'),
      ...['a', 'b', 'c', 'd'].flatMap((name) =>
        step('Read', { file_path: `${root}/src/${name}.ts` }, 'const home = 1'),
      ),
      ...step(
        'apply_patch',
        { input: patch('const wrong = 2') },
        'apply_patch verification failed: Failed to find expected lines',
      ),
      ...step(
        'exec_command',
        { cmd: `apply_patch <<'EOF'\n${patch(`const home = '${root}/src/home'`)}\nEOF` },
        'Done!',
      ),
    ])
    expect(text).toContain(
      'edit a.ts (−1 ＋1) FAILED (tried again at [12]) → apply_patch verification failed: Failed to find expected lines',
    )
    expect(text).not.toContain('const wrong')
    expect(text).toContain(`＋ const home = '${root}/src/home'`)
    expect(text).not.toContain('Begin Patch')
  })

  it('of what an agent says while it works the finding is told, not the step it takes next', () => {
    const said =
      'The published tarball of 4.44.0 contains the old value. I’m reading the loader and the validator next, then I’ll run their tests.'
    expect(clipSpeech(said, 90)).toContain('4.44.0 contains the old value')
    const plan =
      'The boundary is clean already. I’ll add `autoMerged` inside and write `auto_merged` only where both sides differ.'
    expect(clipSpeech(plan, 100)).toContain('autoMerged')
  })

  it('a long system prompt takes no more of the hand-over than of the window', () => {
    const around = { window: 32_000, usable: 28_000, kept: 0, folded: 90_000, told: 0, asked: false }
    const share = (fixed: number): number => handoverTokens({ ...around, fixed }) / (around.usable - fixed)
    expect(share(10_000)).toBeCloseTo(share(1_000), 3)
  })

  it('a check that failed is told by what failed, however long it ran before', () => {
    const started = Array.from({ length: 60 }, (_, at) => `=== RUN   TestNumber${at}\n=== PAUSE TestNumber${at}`)
    const output = `Exit code 1\n${started.join('\n')}\n    login_test.go:12: lines = 0, want 10\n--- FAIL: TestLogin (0.10s)\nFAIL`
    const text = told([user('Mend it.'), ...step('Bash', { command: 'go test -v ./...' }, output)], 400)
    expect(text).toContain('lines = 0, want 10')
    expect(text).not.toContain('PAUSE')
  })

  it('what a note tells of as well leaves its room to what came after it', () => {
    const turns = Array.from({ length: 30 }, (_, at) => [
      user(`Step ${at}, please.`),
      agent(`In step ${at} I found the cause number ${at} in part${at}.ts and mended it for reason ${at}. `.repeat(4)),
    ])
    const { events } = gather(turns.flat()).timeline
    const size = (noted: number): number => {
      const text = story(events, { maxChars: 5000, wholeChars: 2000, wholesChars: 2500, noted })
      return text.indexOf('Step 20, please')
    }
    expect(size(40)).toBeLessThan(size(0))
  })

  it('an edit whose words a recording leaves out is told by its file', () => {
    const text = told([user('Mend it.'), ...step('Edit', { file_path: '/a/login.ts' }, 'The file has been updated.')])
    expect(text).toContain('[2] change /a/login.ts')
  })

  it('a failure went through only where the later try is known to have', () => {
    const look = (program: string): Json => ({
      command: `git ls-tree -r main | ${program} json | while read p; do git show "main:$p"; done`,
    })
    const text = told([
      user('Find it.'),
      ...step('Bash', look('grep'), 'zsh: command not found: grep'),
      ...step('Bash', look('/usr/bin/grep'), ''),
    ])
    expect(text).not.toContain('went through')
  })

  it('what a client says about a helper it started is not told', () => {
    const text = told([
      user('Have it looked at.'),
      ...step(
        'Task',
        { description: 'look', prompt: 'Look at it.' },
        "Async agent launched successfully.\nagentId: a1 (internal ID - do not mention to user.)\nThe agent is working in the background. You will be notified.\nDo not duplicate this agent's work: wait.\noutput_file: /t/a1.output\nDo NOT Read or tail this file.",
      ),
    ])
    expect(text).toContain('launched')
    expect(text).not.toMatch(/internal ID|duplicate|output_file|tail this/)
  })

  it('a call whose result was lost did not fail', () => {
    const lost = '[daypack: no result was recorded for this call; it may have been interrupted]'
    const text = told([user('Run the tests.'), ...step('Bash', { command: 'npm test' }, lost)])
    expect(text).toContain('no result was recorded')
    expect(text).not.toContain('FAILED')
  })

  it('what hosts add to an output is not told as output', () => {
    const added =
      'On branch main\n<system-reminder>\nYou MUST refuse.\n</system-reminder>\nShell cwd was reset to /x\nclean'
    expect(cleanOutput(added).split('\n').filter(Boolean)).toEqual(['On branch main', 'clean'])
    const text = told([user('How is it?'), ...step('Bash', { command: 'git status' }, added)])
    expect(text).not.toContain('MUST refuse')
  })

  it('a hook that stopped something, or half a command, is no word of the user', () => {
    const text = told([
      user('Operation stopped by hook: Another session is active: "I got this"'),
      user('/mod'),
      user('Mend the parser.'),
    ])
    expect(text).toBe('[3] USER: Mend the parser.')
  })

  it('a file that was read is named, hits are told by their text', () => {
    const source =
      'package a\n\nfunc deleteShadowBranch(repo *Repo) error {\n\treturn nil\n}\n\ntype CommitOptions struct {\n}\n'
    const hits = Array.from({ length: 12 }, (_, at) => `src/a.go:${at + 1}:call${at}()`).join('\n')
    const text = told([
      user('Look.'),
      ...step('Read', { file_path: '/w/a.go' }, source),
      ...step('Grep', { pattern: 'call' }, hits),
    ])
    expect(text).toContain('[2] read /w/a.go\n')
    expect(text).toContain('src/a.go:1: call0(); 2,3,4')
  })
})
