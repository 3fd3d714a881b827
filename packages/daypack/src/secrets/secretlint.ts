import type * as core from '@secretlint/core'
import type * as preset from '@secretlint/secretlint-rule-preset-recommend'
import { DaypackError } from '../model/errors.ts'
import type { FindSecrets } from './redact.ts'

/**
 * secretlint's recommended rules as a second pair of eyes; needs its two packages to be installed.
 *
 * @example
 * import { secretlintFinder } from 'daypack/memory'
 *
 * const find = await secretlintFinder()
 * if ((await find('nothing of the kind')).length !== 0) throw new Error('no secret here')
 */
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

// Names in variables: a bundler must not look for what may not be installed.
const CORE: string = '@secretlint/core'
const PRESET: string = '@secretlint/secretlint-rule-preset-recommend'

async function load() {
  try {
    const [{ lintSource }, { creator }] = (await Promise.all([import(CORE), import(PRESET)])) as [
      typeof core,
      typeof preset,
    ]
    return { lintSource, creator }
  } catch (cause) {
    throw new DaypackError(
      'missing-peer',
      'secretlint is not installed: run `npm install @secretlint/core @secretlint/secretlint-rule-preset-recommend`, or leave it out and keep the built-in rules.',
      { cause },
    )
  }
}
