import { expect, test } from 'vitest'
import { asideIn, namedSession } from './clients.ts'

test.each([
  ['Claude Code', { 'x-claude-code-session-id': 'a' }, 'claude-a'],
  ['its sub-agent', { 'x-claude-code-session-id': 'a', 'x-claude-code-agent-id': 'b' }, 'claude-a.b'],
  ['Codex', { 'session-id': 'a', 'thread-id': 'a' }, 'codex-a'],
  ['its sub-agent', { 'session-id': 'a', 'thread-id': 'b', 'x-codex-parent-thread-id': 'a' }, 'codex-b'],
  ['OpenCode', { 'x-session-id': 'a', 'x-session-affinity': 'a' }, 'opencode-a'],
  ['its sub-agent', { 'x-session-id': 'b', 'x-parent-session-id': 'a' }, 'opencode-b'],
  ['Goose', { 'agent-session-id': 'a' }, 'goose-a'],
  ['pi on Responses', { session_id: 'a' }, 'pi-a'],
  ['whoever says it', { 'x-daypack-session': 'mine', 'x-session-id': 'a' }, 'mine'],
  ['one without a key', { 'user-agent': 'GeminiCLI/0.61.0', traceparent: '00-1-2-01' }, undefined],
])('R-1: the session of %s by its headers', (_, headers, id) => {
  expect(namedSession(headers, undefined)?.id).toBe(id)
})

test('a session that somebody named says nothing of a client, nor that all its requests have tools', () => {
  const named = { id: 'mine', client: 'named', hasTools: false }
  expect(namedSession({ 'x-daypack-session': 'mine' }, undefined)).toEqual(named)
  expect(namedSession({ 'x-daypack-session': 'other' }, 'mine')).toEqual(named)
})

test('Copilot CLI asks for a summary of its conversation, and an ordinary question about one is none', () => {
  const asked =
    "Please create a detailed summary of the conversation so far. The history is being compacted so moving forward, all conversation history will be removed and you'll only have this summary to work from."
  expect(asideIn('', [asked])).toBe('summary')
  expect(asideIn('', ['Please create a detailed summary of the conversation so far.'])).toBeUndefined()
})

test('Codex asks for a title of each prompt in a thread of its own, with all its tools: that is no conversation', () => {
  const asked =
    'Generate a concise, single-line task title of at most 36 characters and under five words where possible.'
  expect(asideIn('', [`${asked} Do not answer the request.\n\nUser prompt:\nFix the login.`])).toBe('other')
  expect(asideIn('', ['Fix the login. Then generate a title for it.'])).toBeUndefined()
})
