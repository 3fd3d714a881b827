import { expect, test } from 'vitest'
import { contradicts } from '../consolidate/contradiction.ts'
import { labelled } from '../notes/statement.ts'
import { askedFor, SELF, TITLE, told, WHO } from '../text/about.ts'
import { absoluteDates, dateWindows } from '../text/dates.ts'
import { daysNamed } from '../text/days-named.ts'
import { parseDay } from '../text/days.ts'
import { questionSignals } from '../text/signals.ts'
import { contentTerms } from '../trust/terms.ts'
import { isStatement, kindOfStatement } from '../write/wording.ts'
import { languages } from './index.ts'

/** What a language has to show, one row each: its file is complete when its row holds. */
type Row = {
  readonly statement: string
  readonly question: string
  readonly day: string
  readonly when: string
  readonly yesterday?: string
  readonly label: string
  readonly stops?: string
  readonly taken: readonly [now: string, old: string]
  readonly self: readonly [asks: string, tells: string]
  readonly who: readonly [asks: string, tells: string]
  readonly title?: readonly [asks: string, tells: string]
}

const ROWS: Readonly<Record<string, Row>> = {
  en: {
    statement: 'I prefer short answers.',
    question: 'What do I prefer?',
    day: 'on 3 June 2026',
    when: 'When is the exam?',
    yesterday: 'what did we say yesterday',
    label: 'Preference: short answers',
    stops: 'the and with',
    taken: ['Do not use tabs.', 'Use tabs.'],
    self: ['Who am I?', "I'm Dana, backend lead."],
    who: ['Who checks invoices?', 'Ask Priya about invoices.'],
    title: ['Which book did I read?', 'I finished “Persuasion” last night.'],
  },
  zh: {
    statement: '我喜欢简短的回答。',
    question: '你喜欢吗？',
    day: '2026年6月3日',
    when: '什么时候考试',
    yesterday: '昨天说了什么',
    label: '偏好：简短的回答',
    taken: ['我住在杭州', '我住在上海'],
    self: ['我是谁？', '我叫林芳。'],
    who: ['发票找谁？', '发票的事找赵敏。'],
    title: ['我看了哪本书？', '昨天看完了《活着》。'],
  },
  es: {
    statement: 'Prefiero las respuestas cortas.',
    question: '¿Prefieres tabuladores?',
    day: 'el 3 de junio de 2026',
    when: '¿Cuándo es el examen?',
    yesterday: 'qué dijimos ayer',
    label: 'Preferencia: respuestas cortas',
    stops: 'los que para',
    taken: ['Vivo en Lisboa', 'Vivo en Madrid'],
    self: ['¿Quién soy?', 'Soy Marta, arquitecta.'],
    who: ['¿Quién revisa las facturas?', 'Las facturas las revisa Nuria.'],
    title: ['¿Qué libro leí?', 'Ayer terminé «Rayuela».'],
  },
  de: {
    statement: 'Ich bevorzuge kurze Antworten.',
    question: 'Was ist das für ein Fehler?',
    day: 'am 3. Juni 2026',
    when: 'Wann ist die Prüfung?',
    yesterday: 'was haben wir gestern besprochen',
    label: 'Vorliebe: kurze Antworten',
    stops: 'und der mit',
    taken: ['Ich wohne in Lissabon', 'Ich wohne in Bremen'],
    self: ['Wer bin ich?', 'Ich bin Jonas.'],
    who: ['Wer prüft die Rechnungen?', 'Rechnungen prüft Herr Kuhn.'],
    title: ['Welches Buch habe ich gelesen?', 'Gestern habe ich „Momo“ beendet.'],
  },
  fr: {
    statement: 'Je préfère les réponses courtes.',
    question: 'Comment ça marche ?',
    day: 'le 3 juin 2026',
    when: "Quand est l'examen ?",
    yesterday: 'de quoi avons-nous parlé hier',
    label: 'Préférence : réponses courtes',
    stops: 'dans qui avec',
    taken: ["J'habite à Lisbonne", "J'habite à Lyon"],
    self: ['Qui suis-je ?', 'Je m’appelle Zoé.'],
    who: ['Qui valide les factures ?', 'Zoé valide les factures.'],
  },
  ja: {
    statement: '短い回答のほうが好きです。',
    question: 'これは何ですか？',
    day: '2026年6月3日',
    when: '試験はいつですか',
    label: '好み：短い回答',
    taken: ['私はリスボンに住んでいます', '私は大阪に住んでいます'],
    self: ['私は誰ですか', '森田と申します。'],
    who: ['請求書は誰に聞く？', '請求書は田口さんに聞いてください。'],
    title: ['どの本を読んだ？', '昨日『こころ』を読み終えた。'],
  },
}

const known = languages().filter(({ wording }) => wording !== undefined)
const noon = parseDay('2026-06-10') ?? 0

test('F-56: every language with wording has its row here', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(known.map(({ code }) => code).toSorted())
})

test.each(Object.entries(ROWS))('F-56: %s is known by one file', (_, row) => {
  expect(isStatement(row.statement) && kindOfStatement(row.statement)).toBe('Preference')
  expect(isStatement(row.question) && kindOfStatement(row.question) !== undefined).toBe(false)
  expect(daysNamed(row.day)).toHaveLength(1)
  expect(absoluteDates(row.day)).toEqual([{ from: parseDay('2026-06-03'), to: parseDay('2026-06-03') }])
  expect(questionSignals(row.when).when).toBe(true)
  if (row.yesterday !== undefined)
    expect(dateWindows(row.yesterday, noon)).toContainEqual({ from: noon - 1, to: noon - 1 })
  expect(labelled(row.label).kind).toBe('Preference')
  if (row.stops !== undefined) expect([...contentTerms(row.stops)]).toEqual([])
  const [now, old] = row.taken
  expect([contradicts(now, old), contradicts(old, old)]).toEqual([true, false])
  const signs = [[SELF, row.self] as const, [WHO, row.who] as const, [TITLE, row.title] as const]
  for (const [term, sign] of signs) {
    if (sign === undefined) continue
    const [asks, tells] = sign
    expect(askedFor(asks)).toBe(term)
    expect(told(tells).map((each) => each.term)).toContain(term)
    expect(askedFor(row.statement) ?? told(row.when)[0]).toBeUndefined()
  }
})

test('F-56: codes are unique, and patterns compile alone', () => {
  expect(new Set(languages().map(({ code }) => code)).size).toBe(languages().length)
  for (const { calendar, asks, about, tells, stance } of languages()) {
    const signs = Object.values(about ?? {}).flatMap((sign) => Object.values(sign))
    const sources = [...signs, ...Object.values(asks ?? {}), ...Object.values(tells ?? {}), ...(calendar?.months ?? [])]
    for (const source of [...sources, stance?.no ?? '', stance?.order ?? ''])
      expect(() => new RegExp(source, 'iu')).not.toThrow()
  }
})
