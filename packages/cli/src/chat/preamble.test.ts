// What the agent is told of the folder it works in: instructions, skills, and in which order.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DYNAMIC_BOUNDARY } from 'daypack/presets'
import { preambleOf } from './preamble.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'daypack-preamble-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
})
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

test('instructions from the repository root down to the folder, each text once, and none from above the repository', async () => {
  put('AGENTS.md', 'of nobody')
  mkdirSync(path.join(root, 'repo/.git'), { recursive: true })
  put('repo/AGENTS.md', 'at the root')
  put('repo/CLAUDE.md', 'at the root')
  put('repo/a/b/CLAUDE.md', '  below  \n')
  put('repo/a/AGENTS.md', ' \n')
  const { text, sources, context } = await preambleOf({}, path.join(root, 'repo/a/b'))
  expect([sources, context]).toEqual([['../../AGENTS.md', 'CLAUDE.md'], undefined])
  expect(text).toContain('# Instructions from ../../AGENTS.md\n\nat the root\n\n# Instructions from CLAUDE.md\n\nbelow')
  expect([text.includes('of nobody'), text.includes('# Skills'), text.includes(DYNAMIC_BOUNDARY)]).toEqual([
    false,
    false,
    false,
  ])
})

test('outside of a repository those of the folder itself alone', async () => {
  put('AGENTS.md', 'above')
  put('x/RULES.md', 'own rules')
  expect((await preambleOf({}, path.join(root, 'x'))).sources).toEqual([])
})

test('instructions that are too long are cut, and say where the rest is', async () => {
  put('AGENTS.md', 'x'.repeat(40_000))
  expect((await preambleOf({}, root)).text).not.toContain('[cut;')
  put('AGENTS.md', 'x'.repeat(40_001))
  expect((await preambleOf({}, root)).text).toContain(`${'x'.repeat(40_000)}\n[cut; read AGENTS.md for the rest]`)
})

test('skills by name, with what each says it is for', async () => {
  put('skills/b/SKILL.md', '---\nname: b\ndescription: "Draws charts."\n---\n# Not this\n')
  put('skills/a/SKILL.md', '\n\n## Writes letters\nmore\n')
  put('.claude/skills/c/SKILL.md', `---\nname: c\n---\n${'z'.repeat(400)}`)
  put('.agents/skills/d/SKILL.md', '')
  put('skills/none.txt', 'x')
  const { text, sources } = await preambleOf({}, root)
  expect(sources).toEqual([
    'skills/a/SKILL.md',
    'skills/b/SKILL.md',
    '.agents/skills/d/SKILL.md',
    '.claude/skills/c/SKILL.md',
  ])
  expect(text.slice(text.indexOf('# Skills')).split('\n').slice(4)).toEqual([
    '- a (skills/a/SKILL.md): Writes letters',
    '- b (skills/b/SKILL.md): Draws charts.',
    '- d (.agents/skills/d/SKILL.md): ',
    `- c (.claude/skills/c/SKILL.md): ${'z'.repeat(300)}`,
  ])
})

test('in the order of Claude Code what changes stands behind a boundary, and instructions before the first message', async () => {
  put('CLAUDE.md', 'Use tabs.')
  const { text, context } = await preambleOf({ preset: 'claudeCode' }, root, () => Date.UTC(2026, 0, 5, 12))
  const [fixed = '', changing = ''] = text.split(DYNAMIC_BOUNDARY)
  expect([fixed.includes('Sent by daypack chat'), fixed.includes(root), changing.includes(root)]).toEqual([
    true,
    false,
    true,
  ])
  expect([text.includes('Use tabs.'), context?.includes('Use tabs.'), context?.includes('2026-01-05')]).toEqual([
    false,
    true,
    true,
  ])
})
