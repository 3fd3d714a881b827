import { expect, test } from 'vitest'
import { withoutLeadIn } from './line.ts'
import { kindOf, LEAST, score } from './score.ts'

const isKept = (text: string): boolean => score(text) > LEAST
const kind = (text: string): string | undefined => (isKept(text) ? kindOf(text) : undefined)

// Own sentences, each with what it is worth keeping as.
const KEPT: Record<string, readonly (readonly [string, string])[]> = {
  English: [
    ['Preference', 'I prefer short commit messages.'],
    ['Preference', 'Please always answer in Portuguese.'],
    ['Decision', "Let's switch from Jest to Vitest."],
    ['Decision', 'We decided to host the site in Lisbon.'],
    ['Fact', 'My time zone is Europe/Lisbon.'],
    ['Fact', 'Our staging server is heron.internal.'],
    ['Fact', 'Remember that the release is every second Friday.'],
  ],
  Chinese: [
    ['Preference', '我喜欢简短的回答。'],
    ['Preference', '以后都用中文写提交信息。'],
    ['Decision', '我们决定把 MySQL 换成 PostgreSQL。'],
    ['Fact', '我叫李雷，住在上海。'],
    ['Fact', '记住发布日是每月第一个星期五。'],
    ['Decision', '那就改用 pnpm 吧。'],
    ['Preference', '请务必用中文回答。'],
  ],
  Spanish: [
    ['Preference', 'Prefiero los mensajes de commit cortos.'],
    ['Preference', 'No me gustan los tabuladores.'],
    ['Preference', 'A partir de ahora responde en español.'],
    ['Preference', 'Por favor, nunca borres archivos sin preguntar.'],
    ['Preference', 'Siempre uso pnpm en mis proyectos.'],
    ['Decision', 'Hemos decidido usar PostgreSQL para la facturación.'],
    ['Decision', 'Vamos a migrar de Jenkins a GitHub Actions.'],
    ['Fact', 'Me llamo Inés y vivo en Lisboa.'],
    ['Fact', 'Soy alérgico a los cacahuetes.'],
    ['Fact', 'Tengo dos gatos.'],
    ['Fact', 'Nuestro servidor de pruebas se llama garza.'],
    ['Fact', 'Recuerda que la entrega es cada dos viernes.'],
  ],
  German: [
    ['Preference', 'Ich bevorzuge kurze Antworten.'],
    ['Preference', 'Ich arbeite am liebsten mit Vim.'],
    ['Preference', 'Ab jetzt bitte auf Deutsch antworten.'],
    ['Preference', 'Verwende immer zwei Leerzeichen zum Einrücken.'],
    ['Preference', 'Bitte niemals direkt auf main pushen.'],
    ['Decision', 'Wir haben uns für PostgreSQL entschieden.'],
    ['Decision', 'Wir wechseln von Jest zu Vitest.'],
    ['Fact', 'Ich heiße Ines und wohne in Lissabon.'],
    ['Fact', 'Ich bin allergisch gegen Erdnüsse.'],
    ['Fact', 'Ich habe zwei Katzen.'],
    ['Fact', 'Unser Testserver heißt reiher.'],
    ['Fact', 'Merk dir: die Auslieferung ist jeden zweiten Freitag.'],
  ],
  French: [
    ['Preference', 'Je préfère les messages de commit courts.'],
    ['Preference', 'Je n’aime pas les tabulations.'],
    ['Preference', 'Désormais, réponds en français.'],
    ['Preference', "J'utilise toujours pnpm pour mes projets."],
    ['Preference', 'Ne jamais pousser directement sur main.'],
    ['Decision', 'Nous avons décidé de passer à PostgreSQL.'],
    ['Decision', 'On passe de Jest à Vitest.'],
    ['Fact', "Je m'appelle Inès et j'habite à Lisbonne."],
    ['Fact', 'Je suis allergique aux arachides.'],
    ['Fact', "J'ai deux chats, Luna et Sol."],
    ['Fact', "Notre serveur de test s'appelle héron."],
    ['Fact', 'Souviens-toi que la livraison est un vendredi sur deux.'],
  ],
  Japanese: [
    ['Preference', '短い回答のほうが好きです。'],
    ['Preference', '私はコーヒーが苦手です。'],
    ['Preference', '今後は日本語で答えてください。'],
    ['Preference', 'コミットメッセージは必ず英語で書いてください。'],
    ['Decision', '請求にはPostgreSQLを採用することにしました。'],
    ['Decision', 'JestからVitestに移行しました。'],
    ['Fact', '私の名前はイネスです。'],
    ['Fact', '私はリスボンに住んでいます。'],
    ['Fact', 'チームではpnpmを使っています。'],
    ['Fact', 'リリースは隔週金曜日だと覚えておいてください。'],
  ],
}

test.each(Object.entries(KEPT))('%s: what is noted, and as what', (_, said) => {
  expect(said.map(([, text]) => [kind(text), text])).toEqual(said)
})

// What a new user said, and nobody noted.
test.each([
  ['2A13', 'Fact', "Hi, I'm Dana, backend lead at Northwind."],
  ['2A13', 'Fact', 'The deadline is March 2.'],
  ['2A13', 'Fact', 'The deadline moved to March 9.'],
  ['2A13', 'Preference', 'Use snake_case, never camelCase.'],
  ['2A13', 'Decision', 'We go with pg-boss.'],
  ['2A8', 'Fact', 'Remember this: the deploy key is in vault/prod.'],
  ['2A13', 'Fact', '我对花生过敏。'],
  ['2A13', 'Fact', '截止日期推迟到3月9日了。'],
  ['2A8', 'Fact', '帮我记下：钥匙在老王那里'],
  ['2A13', 'Fact', 'Hola, soy Marta, diseñadora en Kalina.'],
  ['2A13', 'Fact', 'La entrega se retrasa al 19 de mayo.'],
  ['2A13', 'Fact', 'Hallo, ich bin Jonas, Teamleiter bei Feldmann.'],
  ['2A13', 'Fact', 'Die Abgabe wurde auf den 10. Juni verschoben.'],
  ['2A8', 'Fact', 'Merk dir bitte: Freigaben macht nur Herr Kuhn.'],
  ['2A13', 'Fact', 'はじめまして、田中です。'],
  ['2A13', 'Fact', '締め切りは3月9日に延びました。'],
  ['2A13', 'Decision', 'キューはpg-bossでいきます。'],
])('%s, %s: %s', (_, as, text) => {
  expect(kind(text)).toBe(as)
})

test.each(["I'm not sure about it.", "We don't want this repeated 5 times.", 'No reason those need to be the same.'])(
  '2A13: still not worth a line: %s',
  (text) => {
    expect(kind(text)).toBeUndefined()
  },
)

// Somebody else's decision, somebody else's words in quotes, a condition, an answer to what was said.
test.each([
  '他在法庭上说：“我是来这里接受最高的刑罚，因为这是我的责任。”',
  'The guide says: "We always deploy on Fridays, whatever the weather."',
  'Wait until the project is built and tested.',
  "You're right, I'm a fool.",
])('2A13: not the words of the user: %s', (text) => {
  expect(kind(text)).toBeUndefined()
})

// Requests, questions, passing remarks and what only sounds like a fact: none is worth a line.
test.each([
  'Can you fix the login page?',
  'We are stuck at the same error.',
  'I like the second option.',
  'If I prefer tabs, what changes?',
  'Fix the tests and push.',
  '请帮我修复登录页面。',
  '你能解释一下吗？',
  '我有一个小问题想要请教你。',
  '没问题，记得多加练习哦。',
  '这总是会发生的。',
  '¿Prefieres que use tabuladores?',
  'Arregla la página de inicio de sesión.',
  'Mi problema es que no compila.',
  'Me gusta esta idea.',
  'Tengo un problema con las pruebas.',
  'Si prefiero tabuladores, avísame.',
  'Muestra el archivo y explica el error.',
  'Kannst du die Tests ausführen?',
  'Repariere die Anmeldeseite.',
  'Ich habe eine Frage zum Parser.',
  'Wenn ich Tabs bevorzuge, ändere das.',
  'Zeig mir bitte die Datei.',
  'Peux-tu corriger la page de connexion ?',
  'Corrige la page de connexion.',
  "J'aime bien cette idée.",
  'Montre-moi le fichier.',
  'ログインページを直してください。',
  'テストを実行してもらえますか？',
  'もし私の名前が必要なら、聞いてください。',
  'このエラーの意味を教えてください。',
  'ありがとうございます。',
])('not worth a line: %s', (text) => {
  expect(kind(text)).toBeUndefined()
})

test.each([
  ['Please remember that I like tea', 'I like tea'],
  ['请记住：我喜欢茶', '我喜欢茶'],
  ['Recuerda que me gusta el té', 'me gusta el té'],
  ['Merk dir: ich mag Tee', 'ich mag Tee'],
  ["N'oublie pas que j'aime le thé", "j'aime le thé"],
  ['I like tea', 'I like tea'],
])('%s says: %s', (text, rest) => {
  expect(withoutLeadIn(text)).toBe(rest)
})

test('a request or a remark about this hour is not kept, in each language', () => {
  const said = [
    'Rename useDebounced to useDebouncedRef please',
    'one more example please',
    'I have a headache',
    'yo whats the quickest fix for a squeaky chain',
    "I'm making pancakes, how much flour for three people",
    'just for tonight write the specials board in French',
    'Ergänze im Controller bitte eine Prüfung auf negative Werte.',
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
  const sum = (reply?: string): number => score(said, { reply })
  expect(sum('Noted.')).toBeGreaterThan(sum())
  expect(sum('Dear customers, our vans come on Monday.')).toBeLessThan(sum('Noted.'))
})
