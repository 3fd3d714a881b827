import { readerNamed } from '../tools/reader.ts'
import { TOOLS } from '../tools/table.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExempt, tailShare, matcher, protectedBy } from './results.ts'
import { levelFor } from './offload.ts'
import { resumeCall } from './notices.ts'
import { toolFacts } from '../tools/facts.ts'
import { normalPath } from '../tools/paths.ts'

describe('toolFacts', () => {
  it('knows what a call does to which file and lines', () => {
    expect(toolFacts('Read', { file_path: '/a.ts', offset: 10, limit: 5 })).toEqual({
      kind: 'read',
      path: '/a.ts',
      range: { from: 10, to: 14 },
      written: [],
    })
    expect(toolFacts('mcp__files__read_file', { path: 'a.ts' })).toEqual({ kind: 'read', path: 'a.ts', written: [] })
    expect(toolFacts('bash', { command: 'cat src/a.ts' })).toMatchObject({ kind: 'read', path: 'src/a.ts' })
    expect(toolFacts('bash', { command: 'npm test' })).toEqual({ kind: 'shell', written: [] })
    expect(toolFacts('write_file', { path: 'a.ts', content: 'x' })).toMatchObject({ kind: 'write', written: ['a.ts'] })
    expect(
      toolFacts('str_replace_based_edit_tool', { command: 'view', path: 'a.ts', view_range: [3, 9] }),
    ).toMatchObject({ kind: 'read', range: { from: 3, to: 9 } })
    expect(toolFacts('Glob', { pattern: '*.ts' }).kind).toBe('list')
    expect(toolFacts('web_search', { query: 'x' }).kind).toBe('search')
  })

  it('takes any input without falling over', () => {
    fc.assert(fc.property(fc.string(), fc.jsonValue(), (tool, input) => void toolFacts(tool, input as never)))
    expect(toolFacts('', undefined)).toEqual({ kind: 'other', written: [] })
  })
})

describe('paths', () => {
  it('have one plain form', () => {
    expect(['./a/b.ts', 'a//b.ts', 'a/c/../b.ts', String.raw`a\\b.ts`].map(normalPath)).toEqual([
      'a/b.ts',
      'a/b.ts',
      'a/b.ts',
      'a/b.ts',
    ])
    expect([normalPath('/a/../../b'), normalPath('../x')]).toEqual(['/../b', '../x'])
  })

  it('match globs by name or by path, whatever the case', () => {
    expect(matcher(['*.md'])('docs/SKILL.MD')).toBe(true)
    expect(matcher(['*.md'])('a.md/b.py')).toBe(false)
    expect(matcher(['**/rules/*'])('.claude/rules/style.txt')).toBe(true)
    expect(matcher(['rules/*'])('rules/deep/style.txt')).toBe(false)
    expect(['docs/a/b.md', 'docs/a.md', 'src/docs/a.md'].map(matcher(['docs/**']))).toEqual([true, true, false])
    expect(matcher(['SKILL.md'])('/abs/SKILL.md')).toBe(true)
    expect(matcher(['a+b.md'])('a+b.md')).toBe(true)
    expect(protectedBy(['*.md'])({ kind: 'search', path: 'a.md', written: [] })).toBe(false)
  })
})

describe('levelFor', () => {
  it('is the highest level that fits, and none where all fit', () => {
    expect(levelFor([10, 20, 30], 100)).toBe(Infinity)
    expect(levelFor([10, 100, 100], 110)).toBe(50)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_000 }), { minLength: 1 }), fc.nat({ max: 5_000 }), (sizes, budget) => {
        const level = levelFor(sizes, budget)
        const cut = sizes.reduce((sum, size) => sum + Math.min(size, level), 0)
        expect(cut).toBeLessThanOrEqual(Math.max(budget, 0))
        if (level < Infinity) expect(cut).toBeGreaterThan(budget - sizes.length)
      }),
    )
  })
})

describe('small rules', () => {
  const resultOf = (tool: string) => ({ tool, facts: toolFacts(tool, undefined) })

  it('exempt our own tools, behind any server', () => {
    expect(['recall', 'Recall', 'mcp__daypack__read_ref', 'bash'].map((tool) => isExempt(resultOf(tool), []))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(isExempt(resultOf('Bash'), ['bash'])).toBe(true)
  })

  it('share out the end by tool name before kind, within bounds', () => {
    expect([
      tailShare({ shell: 0.4 }, 'bash', 'shell'),
      tailShare({ bash: 0.2, shell: 0.4 }, 'bash', 'shell'),
      tailShare({ shell: 7 }, 'x', 'shell'),
      tailShare({}, 'x', 'other'),
    ]).toEqual([0.4, 0.2, 1, 0])
  })

  it('speak the words of the host', () => {
    const head = { to: 0, line: 7, column: 3 }
    expect(resumeCall({ reader: readerNamed('Read', TOOLS), path: 'p', head })).toBe(
      '`Read` with file_path=p offset=7 column=3',
    )
    expect(resumeCall({ reader: readerNamed('read', TOOLS), path: 'p', head: { line: 7 } })).toBe(
      '`read` with path=p offset=7',
    )
    expect(resumeCall({ reader: readerNamed('anything', TOOLS), path: 'p', head })).toBe(
      '`anything` with file_path=p start_line=7 start_column=3',
    )
  })
})
