import { expect, test } from 'vitest'
import { evidence } from './evidence.ts'
import { extract, LEAST } from './extract.ts'

const isKept = (text: string): boolean => evidence(text).sum > LEAST

test('a request or a remark about this hour is not kept, in each language', () => {
  const said = [
    'Rename useDebounced to useDebouncedRef please',
    'one more example please',
    'I have a headache',
    'yo whats the quickest fix for a squeaky chain',
    "I'm making pancakes, how much flour for three people",
    'just for tonight write the specials board in French',
    'Ergänze im Controller bitte eine Prüfung auf negative Werte.',
    'Brauche eine Einladung zur Mitgliederversammlung, kurz und sachlich.',
    'Escríbeme un seeder con diez productos.',
    'tengo un hambre que no veas',
    '想三个发布会的标题',
    'おはようございます。',
    '助かりました。',
    'Corrige la page de connexion.',
    'juste pour ce soir, fais-moi une recette avec du beurre',
  ]
  expect(said.filter(isKept)).toEqual([])
})

test('what somebody else thinks or says is not kept', () => {
  const said = [
    'my boss Tom thinks tailwind is ugly, haha',
    'according to my dad, diesel is the future',
    'Mi compañero dice que PHP está muerto, qué pesado.',
    'Mein Kollege Uwe findet Records ja albern.',
    '有个客人昨天说“我喝咖啡必须加三包糖”，我差点没绷住',
    'お客さんに音楽がうるさいって言われちゃった',
  ]
  expect(said.filter(isKept)).toEqual([])
})

test('what lasts is kept, though it is asked for, joked about or said beside a request', () => {
  const said = [
    'we do deliveries Monday and Thursday now because my driver got a second job',
    'my day rate is 420 euros, put that into the offer',
    'the bank says my card expires on May 4',
    'Bitte immer auf Deutsch antworten',
    'Hay dos Martas: Marta Rey es la auxiliar y Marta Solís la de recepción.',
    'Los comentarios del código siempre en inglés, por favor',
    "C'est Karim qui valide les factures.",
    'Les livraisons arrivent le mardi et le vendredi.',
    '仓库钥匙放在收银台下面的铁盒子里啊你帮我记着',
    '日志一律用英文写',
    'バイトの子が二人いて、高梨さんが朝、小野寺さんが夕方なんですよ',
    'テストはRSpecで書いてください。',
  ]
  expect(said.filter((each) => !isKept(each))).toEqual([])
})

test('the answer of the other side counts', () => {
  const said = 'deliveries on Monday'
  const sum = (reply?: string): number => evidence(said, { reply }).sum
  expect(sum('Noted.')).toBeGreaterThan(sum())
  expect(sum('Dear customers, our vans come on Monday.')).toBeLessThan(sum('Noted.'))
})

test('the language of a short sentence is that of the talk', () => {
  const talk = 'Der Verein trifft sich im Saal, und die Kasse habe ich.'
  expect(evidence('los gehts', { talk }).sum).toBeLessThan(0)
})

test('only the part before a question without a mark is noted', () => {
  const heard = [{ seq: 1, by: 'user' as const, text: "I'm allergic to nuts, what can I bake for my son" }]
  expect(extract({ heard, attempts: [] }).map(({ text }) => text)).toEqual(["I'm allergic to nuts"])
})
