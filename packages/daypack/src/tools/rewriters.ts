import programs from './programs.json' with { type: 'json' }

/** Programs that rewrite sources when their arguments match. */
export const FORMATTERS = patterns(programs.formatters)
export const CODEMODS = patterns(programs.codemods)
export const IN_PLACE = patterns(programs.inPlace)

function patterns(sources: Readonly<Record<string, string>>): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(Object.entries(sources).map(([program, source]) => [program, new RegExp(source)]))
}
