import { DaypackError } from '../../model/errors.ts'
import type { FindSecrets } from './redact.ts'

/** secretlint's recommended rules as a second pair of eyes; needs its two packages to be installed. */
export async function secretlintFinder(): Promise<FindSecrets> {
  const { lintSource, creator } = await load()
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }] }
  return async (content) => {
    const source = { content, filePath: 'note.md', ext: '.md', contentType: 'text' as const }
    const { messages } = await lintSource({ source, options: { config } })
    return messages.map(({ ruleId, range: [from, to] }) => ({
      rule: ruleId.slice(ruleId.lastIndexOf('-rule-') + 6),
      from,
      to,
    }))
  }
}

async function load() {
  try {
    const [core, preset] = await Promise.all([
      import('@secretlint/core'),
      import('@secretlint/secretlint-rule-preset-recommend'),
    ])
    return { lintSource: core.lintSource, creator: preset.creator }
  } catch (cause) {
    throw new DaypackError(
      'missing-peer',
      'secretlint is not installed: run `npm install @secretlint/core @secretlint/secretlint-rule-preset-recommend`, or leave it out and keep the built-in rules.',
      { cause },
    )
  }
}
