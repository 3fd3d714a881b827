import type { ToolFacts } from '../tools/facts.ts'
import { normalPath } from '../tools/paths.ts'

/** Files whose text is knowledge or rules: cut later and less. */
export const MARKDOWN = ['*.md', '*.markdown'] as const

/** By the parsed path of the call: `x.mdx` and `a.md/b.py` are not Markdown, nor is a search for ".md". */
export function protectedBy(globs: readonly string[]): (facts: ToolFacts) => boolean {
  const isMatch = matcher(globs)
  return ({ kind, path }) => kind === 'read' && path !== undefined && isMatch(normalPath(path))
}

/** A glob without a slash is about the file's name; case does not matter. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => globPattern((glob.includes('/') ? glob : `**/${glob}`).replace(/^\.\//, '')))
  return (path) => patterns.some((pattern) => pattern.test(path.replace(/^\//, '')))
}

function globPattern(glob: string): RegExp {
  let source = ''
  for (let at = 0; at < glob.length;) {
    const rest = glob.slice(at)
    const [taken, piece] = rest.startsWith('**/')
      ? [3, '(?:.*/)?']
      : rest.startsWith('**')
        ? [2, '.*']
        : single(rest[0] ?? '')
    source += piece
    at += taken
  }
  return new RegExp(`^${source.replace(/^\//, '')}$`, 'i')
}

function single(character: string): [number, string] {
  if (character === '*') return [1, '[^/]*']
  if (character === '?') return [1, '[^/]']
  return [1, character.replace(/[.+^${}()|[\]\\]/, String.raw`\$&`)]
}
