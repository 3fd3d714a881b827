import { languageOf } from '../language/detect.ts'
import { anyLanguage, fromLanguages } from '../language/index.ts'
import type { StatementKind } from '../notes/statement.ts'
import { type Context, featuresOf } from './features.ts'
import { withoutOpener } from './line.ts'
import { withoutQuotes } from './sentences.ts'
import weights from './weights.json' with { type: 'json' }

/** More must speak for a sentence than against it, so that nine lines in ten are right. */
export const LEAST = 0.2

/**
 * How much speaks for keeping a sentence, above zero when more does than against it. No feature decides alone: an order may be
 * a standing one. `npm run train` finds what each weighs; in a language it had no talk in, signs alone tell.
 */
export function score(sentence: string, context: Context = {}): number {
  const features = [...featuresOf(withoutQuotes(sentence), context)]
  const language = languageOf(sentence)?.code ?? 'en'
  const { bias, of } = weights.languages.includes(language) ? inWords() : inSigns()
  return features.reduce((sum, feature) => sum + (of.get(feature) ?? 0), bias)
}

const inWords = fromLanguages(() => weightsOf(weights.words))
const inSigns = fromLanguages(() => weightsOf(weights.signs))

/** A table of `weight: features`. */
function weightsOf({ bias, ...table }: { readonly bias: number }) {
  const of = new Map<string, number>()
  for (const [weight, names] of Object.entries<string>(table))
    for (const name of names.split('|')) of.set(name, Number(weight))
  return { bias, of }
}

/** What kind a statement is, by its wording. */
export function kindOf(sentence: string): StatementKind {
  const text = withoutOpener(withoutQuotes(sentence))
  return DECIDES().test(text) ? 'Decision' : PREFERS().test(text) ? 'Preference' : 'Fact'
}

const DECIDES = anyLanguage(({ kinds }) => kinds?.decision)
const PREFERS = anyLanguage(({ kinds }) => kinds && `${kinds.preference}|${kinds.order}`)
