// What the chat tells of the repository it works in, without running anything of it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitStatus, userContext } from './preamble.ts'

function repository() {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-git-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, stdio: 'pipe' }).toString()
  git('init', '-q', '-b', 'trunk')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.com')
  writeFileSync(path.join(dir, 'a.txt'), 'a')
  git('add', 'a.txt')
  git('commit', '-q', '-m', 'The first')
  return { dir, git }
}

test('branch, user, status and newest commits', async () => {
  const { dir, git } = repository()
  const lines = (await gitStatus(dir)).split('\n')
  expect(lines.slice(0, 6)).toEqual([
    '# Git, as it was when this session began',
    'Branch: trunk',
    'User: Ada',
    'Status:',
    '(clean)',
    'Newest commits:',
  ])
  expect(lines[6]).toMatch(/^[0-9a-f]+ The first$/)
  git('branch', 'main')
  writeFileSync(path.join(dir, 'b.txt'), 'b')
  const after = await gitStatus(dir)
  expect([after.includes('Branch: trunk; main branch: main\n'), after.includes('Status:\n?? b.txt\n')]).toEqual([
    true,
    true,
  ])
})

test('a repository whose settings may run programs is not asked for its status', async () => {
  const { dir, git } = repository()
  git('config', 'core.pager', 'touch pwned')
  const lines = (await gitStatus(dir)).split('\n')
  expect(lines.slice(1)).toEqual([
    'Branch: trunk',
    'User: Ada',
    'Status: not asked, since the settings of this repository (core.pager) may run programs.',
  ])
  git('config', '--unset', 'core.pager')
  git('config', 'remote.origin.url', 'https://example.com/x')
  git('config', 'branch.trunk.remote', 'origin')
  expect(await gitStatus(dir)).toContain('Status:\n(clean)')
})

test('a folder that is none says nothing', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'daypack-none-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  expect(await gitStatus(dir)).toBe('')
})

test('instructions stand before the first message, with the day', () => {
  expect(userContext([{ name: 'CLAUDE.md', text: 'Use tabs.' }], Date.UTC(2026, 0, 5, 12)).split('\n')).toEqual([
    '<system-reminder>',
    'Context for the requests below; not a request itself.',
    '# Instructions from CLAUDE.md',
    '',
    'Use tabs.',
    '# Date',
    '',
    'Today is 2026-01-05.',
    '</system-reminder>',
  ])
})
