import { expect, test } from 'vitest'
import { memoryIndexStore } from '../index/memory-store.ts'
import { labelled } from '../notes/statement.ts'
import { createSearcher } from '../search/searcher.ts'
import { askedFor, SELF, TITLE, told, WHO } from '../search/text/about.ts'
import { absoluteDates, dateWindows } from '../search/text/dates.ts'
import { parseDay } from '../text/days.ts'
import { contentTerms } from '../trust/terms.ts'
import { isOver } from '../write/expiry.ts'
import { isOfItsDay } from '../write/line.ts'
import { kindOf, LEAST, score } from '../write/score.ts'
import { LANGUAGES } from './index.ts'
import keys from './keys.json' with { type: 'json' }
import type { Language } from './language.ts'

type Pair = readonly [asked: string, told: string]
type Case = {
  readonly statement?: string
  readonly question?: string
  /** 3 June 2026. */
  readonly day?: string
  readonly yesterday?: string
  readonly label?: string
  /** Nothing but stop words. */
  readonly stops?: string
  readonly self?: Pair
  readonly who?: Pair
  readonly title?: Pair
  /** A question in other words than the note that answers it. */
  readonly related?: Pair
  /** Means something only on its day. */
  readonly now?: string
  /** Is over after 3 June 2026. */
  readonly over?: string
}

/** What a language has to show, one row each: its file is complete when its row holds. */
const ROWS: Readonly<Record<string, Case>> = {
  en: {
    statement: 'I prefer short answers.',
    question: 'What do I prefer?',
    day: 'on 3 June 2026',
    yesterday: 'what did we say yesterday',
    label: 'Preference: short answers',
    stops: 'the and with',
    self: ['Who am I?', "I'm Dana, backend lead."],
    who: ['Who checks invoices?', 'Ask Priya about invoices.'],
    title: ['Which book did I read?', 'I finished “Persuasion” last night.'],
    related: ['Who is my manager?', '- I report to Marcus'],
    now: 'Our stand-up is now at 9:30.',
    over: 'The dentist is on 3 June 2026.',
  },
  zh: {
    statement: '我喜欢简短的回答。',
    question: '你喜欢吗？',
    day: '2026年6月3日',
    yesterday: '昨天说了什么',
    label: '偏好：简短的回答',
    self: ['我是谁？', '我叫林芳。'],
    who: ['发票找谁？', '发票的事找赵敏。'],
    title: ['我看了哪本书？', '昨天看完了《活着》。'],
    related: ['家里有什么宠物？', '- 我养了一只狗叫豆豆'],
    now: '公众号现在由小陈管。',
    over: '牙医约在2026年6月3日。',
  },
  es: {
    statement: 'Prefiero las respuestas cortas.',
    question: '¿Prefieres tabuladores?',
    day: 'el 3 de junio de 2026',
    yesterday: 'qué dijimos ayer',
    label: 'Preferencia: respuestas cortas',
    stops: 'los que para',
    self: ['¿Quién soy?', 'Soy Marta, arquitecta.'],
    who: ['¿Quién revisa las facturas?', 'Las facturas las revisa Nuria.'],
    title: ['¿Qué libro leí?', 'Ayer terminé «Rayuela».'],
    related: ['¿Qué mascota tenemos?', '- El perro se llama Sol'],
    now: 'Ahora vivo en Cádiz.',
    over: 'El dentista es el 3 de junio de 2026.',
  },
  de: {
    statement: 'Ich bevorzuge kurze Antworten.',
    question: 'Was ist das für ein Fehler?',
    day: 'am 3. Juni 2026',
    yesterday: 'was haben wir gestern besprochen',
    label: 'Vorliebe: kurze Antworten',
    stops: 'und der mit',
    self: ['Wer bin ich?', 'Ich bin Jonas.'],
    who: ['Wer prüft die Rechnungen?', 'Rechnungen prüft Herr Kuhn.'],
    title: ['Welches Buch habe ich gelesen?', 'Gestern habe ich „Momo“ beendet.'],
    related: ['Welches Haustier haben wir?', '- Unser Hund heißt Bello'],
    now: 'Das Training ist jetzt am Donnerstag.',
    over: 'Der Zahnarzt ist am 3. Juni 2026.',
  },
  fr: {
    statement: 'Je préfère les réponses courtes.',
    question: 'Comment ça marche ?',
    day: 'le 3 juin 2026',
    yesterday: 'de quoi avons-nous parlé hier',
    label: 'Préférence : réponses courtes',
    stops: 'dans qui avec',
    self: ['Qui suis-je ?', 'Je m’appelle Zoé.'],
    who: ['Qui valide les factures ?', 'Zoé valide les factures.'],
    related: ['Quel animal avons-nous ?', '- Le chien s’appelle Biscotte'],
    now: 'Nous sommes maintenant dix.',
    over: 'Le dentiste est le 3 juin 2026.',
  },
  ja: {
    statement: '短い回答のほうが好きです。',
    question: 'これは何ですか？',
    day: '2026年6月3日',
    label: '好み：短い回答',
    self: ['私は誰ですか', '森田と申します。'],
    who: ['請求書は誰に聞く？', '請求書は田口さんに聞いてください。'],
    title: ['どの本を読んだ？', '昨日『こころ』を読み終えた。'],
    related: ['ペットの名前は？', '- 犬はソラです'],
    now: '受付は現在山田さんです。',
    over: '歯医者は2026年6月3日です。',
  },
  it: { stops: 'di della che', self: ['Chi sono io?', 'Mi chiamo Sofia.'] },
  pt: { stops: 'da não são', self: ['Quem sou eu?', 'Chamo-me Inês.'] },
}

const NEEDS: readonly (readonly [has: (language: Language) => unknown, rows: readonly (keyof Case)[]])[] = [
  [({ kinds }) => kinds, ['statement', 'question']],
  [({ calendar }) => calendar, ['day']],
  [({ labels }) => labels, ['label']],
  [({ about }) => about?.self, ['self']],
  [({ about }) => about?.who, ['who']],
  [({ about }) => about?.title, ['title']],
  [({ related }) => related, ['related']],
  [({ kept }) => kept, ['now', 'over']],
]
const JUNE = parseDay('2026-06-03') ?? 0

async function best(question: string, note: string): Promise<string | undefined> {
  const searcher = createSearcher({ store: memoryIndexStore(), now: () => 0 })
  await searcher.index('notes.md', `- 7 8 9\n- x y z\n${note}\n- 1 2 3\n`)
  const { hits } = await searcher.search(question, { limit: 1, grow: false })
  await searcher.close()
  return hits[0]?.text
}

test('F-56: every language has its row here, and a code of its own', () => {
  const codes = LANGUAGES.map(({ code }) => code)
  expect(Object.keys(ROWS).toSorted()).toEqual(codes.toSorted())
  expect(new Set(codes).size).toBe(codes.length)
})

test('every key of a table is one that rules read', () => {
  const groups: Readonly<Record<string, object>> = keys
  const unknown = LANGUAGES.flatMap((language) =>
    Object.entries(language).flatMap(([group, table]) =>
      groups[group] === undefined ? [] : Object.keys(table).filter((key) => !(key in (groups[group] ?? {}))),
    ),
  )
  expect(unknown).toEqual([])
})

test.each(LANGUAGES.map((language) => ({ language, row: ROWS[language.code] ?? {} })))(
  'F-56: $language.code has a sentence for each group of its table, and its rules know them',
  async ({ language, row }) => {
    const missing = NEEDS.filter(([has]) => has(language) !== undefined).flatMap(([, names]) =>
      names.filter((name) => row[name] === undefined),
    )
    expect(missing).toEqual([])
    const { statement, question, label, day, yesterday, stops, now, over } = row
    if (statement !== undefined) expect([kindOf(statement), score(statement) > LEAST]).toEqual(['Preference', true])
    if (question !== undefined) expect(score(question)).toBeLessThan(0)
    if (label !== undefined) expect(labelled(label).kind).toBe('Preference')
    if (day !== undefined) expect(absoluteDates(day)).toEqual([{ from: JUNE, to: JUNE }])
    if (yesterday !== undefined) expect(dateWindows(yesterday, JUNE)).toContainEqual({ from: JUNE - 1, to: JUNE - 1 })
    if (stops !== undefined) expect([...contentTerms(stops)]).toEqual([])
    if (now !== undefined) expect(isOfItsDay(now)).toBe(true)
    if (over !== undefined) expect([isOver(over, '2026-06-01', '2026-06-05'), isOfItsDay(over)]).toEqual([true, false])
    for (const [term, pair] of [
      [SELF, row.self],
      [WHO, row.who],
      [TITLE, row.title],
    ] as const) {
      if (pair === undefined) continue
      expect(askedFor(pair[0])).toBe(term)
      expect(told(pair[1]).map((each) => each.term)).toContain(term)
      if (statement !== undefined) expect(askedFor(statement)).toBeUndefined()
    }
    if (row.related !== undefined) expect(await best(...row.related)).toBe(row.related[1])
  },
)
