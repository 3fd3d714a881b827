import { DaypackError } from 'daypack'

export type UpstreamFlags = {
  readonly anthropicUrl?: string
  readonly openaiUrl?: string
  readonly geminiUrl?: string
  /** `name=url`, for `/to/<name>/…`. */
  readonly upstream?: readonly string[]
}

/** Where each wire goes: by flag, by the variable agents read, or the provider itself. */
export function upstreamsFrom(
  flags: UpstreamFlags,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const openai = flags.openaiUrl ?? env['OPENAI_BASE_URL']
  const found = {
    anthropic: flags.anthropicUrl ?? env['ANTHROPIC_BASE_URL'],
    'openai-chat': openai,
    'openai-responses': openai,
    gemini: flags.geminiUrl ?? env['GOOGLE_GEMINI_BASE_URL'],
    ...Object.fromEntries((flags.upstream ?? []).map(named)),
  }
  const given = Object.entries(found).filter((one): one is [string, string] => Boolean(one[1]))
  for (const [name, url] of given) {
    if (!URL.canParse(url) || !/^https?:/.test(url))
      throw new DaypackError(
        'bad-config',
        `"${url}" for ${name} is not a URL; write it like https://api.example.com/v1.`,
      )
  }
  return Object.fromEntries(given)
}

function named(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new DaypackError('bad-config', `--upstream ${text}: write it as name=url.`)
}
