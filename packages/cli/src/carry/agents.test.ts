import { expect, test } from 'vitest'
import { agentNamed, foreignInstructions, startWords, TARGETS, toolFor } from './agents.ts'

test('every agent is started with its first message, on a screen or without', () => {
  expect(TARGETS.toSorted()).toEqual(['claude', 'codex', 'gemini', 'opencode', 'pi', 'qwen'])
  expect(startWords(agentNamed('claude'), [], 'Go on.')).toEqual(['claude', 'Go on.'])
  expect(startWords(agentNamed('gemini'), [], 'Go on.')).toEqual(['gemini', '-i', 'Go on.'])
  expect(startWords(agentNamed('gemini'), ['-m', 'x', '-p'], 'Go on.')).toEqual(['gemini', '-m', 'x', '-p', 'Go on.'])
  expect(startWords(agentNamed('opencode'), ['run'], 'Go on.')).toEqual(['opencode', 'run', 'Go on.'])
  expect(() => agentNamed('vim')).toThrow('choose claude, codex')
})

test('tools are told by the names the next agent has for them', () => {
  expect(toolFor(agentNamed('codex'), 'Bash')).toBe('exec_command')
  expect(toolFor(agentNamed('claude'), 'read_file')).toBe('Read')
  expect(toolFor(agentNamed('pi'), 'mcp__tickets__close')).toBe('mcp__tickets__close')
})

test('instructions that the next agent does not read by itself are named', () => {
  const has =
    (...names: string[]) =>
    (name: string) =>
      names.includes(name)
  expect(foreignInstructions(agentNamed('codex'), has('CLAUDE.md'))).toBe('CLAUDE.md')
  expect(foreignInstructions(agentNamed('codex'), has('CLAUDE.md', 'AGENTS.md'))).toBeUndefined()
})
