import { patternOf } from '../../dialects/dialects.ts'
import { cutTags } from '../../files/tags.ts'

/** Lines hosts print around what was asked for. */
const NOTE = patternOf('noise', String.raw`^\s*`, String.raw`\s*$`)

/** The output of a tool without what its host adds to it. Linear. */
export function cleanOutput(text: string): string {
  return cutTags(text, ['system-reminder', 'system_reminder'])
    .rest.split('\n')
    .filter((line) => line.length > 300 || !NOTE.test(line))
    .join('\n')
}
