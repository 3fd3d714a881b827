/** Commands that show how something stands; the newest of each kind overtakes the older ones. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['git status', /\bgit (?:-\S+ \S+ )*status\b/],
  ['git log', /\bgit (?:-\S+ \S+ )*(?:log|shortlog|reflog)\b/],
  ['git branch', /\bgit (?:-\S+ \S+ )*(?:branch|worktree list|stash list|remote -v|tag)\b/],
  ['git diff', /\bgit (?:-\S+ \S+ )*diff\b.*--(?:stat|name)/],
  ['pull requests', /\bgh (?:pr|issue|run) (?:list|view|status|checks)\b|\bglab mr list\b/],
  ['processes', /\b(?:docker|podman) ps\b|\bkubectl get\b|\bsystemctl (?:status|list)/],
  ['tests', /\b(?:pytest|vitest|jest|mocha|phpunit|rspec|ctest|make check|mvn (?:\S+ )*test|[\w-]+ (?:run )?test)\b/],
  [
    'build',
    /\b(?:xcodebuild|gradlew? assemble|mvn (?:\S+ )*(?:package|compile)|[\w-]+ (?:run )?build(?::\S+)?)(?![\w-])/,
  ],
  ['types', /\b(?:tsc|tsgo|vue-tsc|mypy|pyright|[\w-]+ (?:run )?(?:types|type-?check))\b/],
  ['lint', /\b(?:eslint|oxlint|biome check|golangci-lint|ruff|clippy|go vet|[\w-]+ (?:run )?lint|[\w-]+ run check)\b/],
]

/** Run to learn whether all is well. */
export const CHECKS = ['tests', 'build', 'types', 'lint'] as const

/** The checks a command line runs: it may be several, one after another. */
export function checksIn(line: string): string[] {
  return KINDS.flatMap(([kind, form]) => (isCheck(kind) && form.test(line) ? [kind] : []))
}

export function isCheck(key: string): boolean {
  return CHECKS.some((check) => check === key)
}

/** Which kind of state a command shows; undefined for all others. */
export function stateKey(line: string): string | undefined {
  return KINDS.find(([, form]) => form.test(line))?.[0]
}
