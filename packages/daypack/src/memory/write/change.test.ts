import { describe, expect, test } from 'vitest'
import { takenBack } from './change.ts'

describe('a change takes back the clause about the same thing', () => {
  test.each([
    ['Rent goes up to 1,210 from June', 'Rent: 1,150, due on the 3rd', 'Rent: 1,150'],
    ['we are off Hetzner, everything is on Fly now', 'Rails 8, Postgres 17, hosted on Hetzner', 'hosted on Hetzner'],
    ['Scrap the 3:25, let us aim for 3:40', 'Valencia marathon, goal is 3:25', 'goal is 3:25'],
    ['the keynote got pushed to May 9', 'The keynote is on May 2', 'The keynote is on May 2'],
    ['刘洋调走了，华东区现在是孙磊', '华东区归刘洋管，华南区归陈静管', '华东区归刘洋管'],
    [
      'al final serán 4500 para muebles',
      'el presupuesto para muebles es de 3000 euros',
      'el presupuesto para muebles es de 3000 euros',
    ],
    [
      'Döring ist in Rente, jetzt macht das Frau Pohl',
      'Ansprechpartner ist Herr Döring',
      'Ansprechpartner ist Herr Döring',
    ],
    // One state at a time: nothing else is shared.
    ['From next week I work full-time', 'I work part-time at a bakery, closed Mondays', 'I work part-time at a bakery'],
    ['ab nächster woche arbeite ich vollzeit', 'ich arbeite im heim in teilzeit', 'ich arbeite im heim in teilzeit'],
    ['来月から日勤になった', '夜勤の看護師です', '夜勤の看護師です'],
    ['下个月开始不倒班了', '我在儿科，三班倒', '三班倒'],
    ['ya no roto, me han puesto fija de mañanas', 'tengo turnos rotativos', 'tengo turnos rotativos'],
    ['定休日は火曜になります', '営業は9時から17時、月曜定休です', '月曜定休です'],
    // Where somebody lives or works, by whatever verb.
    [
      "I moved out, I've got my own place in Bruges.",
      'I live in Ghent with my sister.',
      'I live in Ghent with my sister.',
    ],
    ['Ich bin nach Lübeck gezogen.', 'Ich wohne in Kiel.', 'Ich wohne in Kiel.'],
    ['Me he mudado a Oviedo.', 'Vivo en Gijón.', 'Vivo en Gijón.'],
    ['我上个月跳槽到小红书了。', '我在美团做运营。', '我在美团做运营'],
    ['先月、大阪に引っ越しました。', '名古屋に住んでいます。', '名古屋に住んでいます'],
    // One tool of a kind at a time.
    ['I switched to Helix last week.', 'I use vim.', 'I use vim.'],
    // Numbers behind letters, in words, and as part of an identifier.
    ['予算は40万円に減りました。', '予算は50万円です。', '予算は50万円です'],
    ["I've cut down to one coffee, not three", 'I drink three coffees a day.', 'I drink three coffees a day.'],
    ['接口前缀现在是 /api/v2', '接口前缀是 /api/v1', '接口前缀是 /api/v1'],
    [
      'They retimed it, I take the 7:55 these days.',
      'I take the 7:40 train to work.',
      'I take the 7:40 train to work.',
    ],
    // Without a word of change: the same thing, said to be otherwise.
    ['Rent is 1,210', 'Rent: 1,150', 'Rent: 1,150'],
    // One side of an `and`, one of several sentences.
    [
      "Ben's gone to marketing, Chloe does hiring now.",
      'Laura handles payroll and Ben handles hiring.',
      'Ben handles hiring.',
    ],
    [
      "The nurse stopped gran's sleeping pill.",
      "My gran lives with us. She takes iron in the morning and a sleeping pill at night. She can't chew nuts.",
      'a sleeping pill at night.',
    ],
    [
      'Lieferscheine bitte jetzt an Frau Brandt.',
      'Rechnungen gehen an Frau Lenz, Lieferscheine an Herrn Otto.',
      'Lieferscheine an Herrn Otto.',
    ],
    [
      'Die Versammlung wurde auf den 28. März gelegt.',
      'Die Mitgliederversammlung ist am 14. März',
      'Die Mitgliederversammlung ist am 14. März',
    ],
  ])('%s', (now, old, part) => expect(takenBack(now, old)?.part).toBe(part))

  test.each([
    ['The office is in Lisbon now', 'Office hours are 9 to 5'],
    ['We use Redis for caching now', 'We use Postgres for the orders'],
    ['The launch is on May 9', 'The launch is on May 9'],
    ['From next week my wife works full-time', 'I work part-time'],
    ['From now on I work full-time again', 'I work full-time'],
    ['周报改成周四交', '体检约在周五'],
    ['My sister moved to Lyon last week.', 'I live in Porto.'],
    ['The release moved to March 16.', 'I live in Porto.'],
    ['我妈搬到上海了。', '我住在苏州。'],
    ['The docs site uses yarn now.', 'We use pnpm.'],
    ['My daughter Ada likes fish now.', 'My son Leo hates fish.'],
    ['家賃は9万円に増えました。', '予算は50万円です。'],
    ['Der Chor ist neuerdings donnerstags.', 'Das Teamtreffen ist dienstags.'],
    ['以后都用中文回答', '我喜欢简短的回答'],
    ['Ab jetzt bitte auf Deutsch antworten.', 'Ich bevorzuge kurze Antworten.'],
  ])('left alone: %s / %s', (now, old) => expect(takenBack(now, old)).toBeUndefined())
})

describe('the same thing with another value, in whatever words', () => {
  test.each([
    // One person has it at a time.
    ['rosa does the ordering now', 'tom does the ordering'],
    ['Olga is my manager since the reorg', 'My manager is Peter'],
    ['I pick up the kids on Wednesdays now, Emma has a course.', 'Emma picks up the kids on Wednesdays.'],
    ['お迎えは今週から私です、夫が単身赴任なので', '保育園のお迎えは夫が行きます'],
    // One word for another.
    ['I switched to soy milk', 'I drink oat milk in my coffee'],
    ['The key is under the blue pot now', 'The spare key is under the mat'],
    ['The meeting room is on the third floor now', 'The meeting room is on the second floor'],
    ['wir mergen ab heute mit rebase', 'wir mergen per squash'],
    // Values of a sort: times in words, parts of the day, colours, amounts with their unit.
    ['Los niños se acuestan ya a las nueve.', 'Los niños se acuestan a las ocho y media.'],
    ['I go to the gym in the evenings now', 'I go to the gym in the mornings'],
    ["we've settled on the blue logo after all", 'The logo will be green'],
    ['复诊了，医生让他降压药每天半片', '我爸降压药每天一片'],
    ['I take the tram now', 'I take the bus to work'],
    ['Subo la tarifa de 35 a 42 euros.', 'cobro 35 euros la hora'],
    // Without a word of change.
    ['The stand-up is at 9:30', 'The stand-up is at 9:15'],
    ['longer answers please, with examples', 'Keep answers short'],
    ['Vet says 50 grams a day for the cat.', 'The cat gets 60 grams of food a day.'],
    ["we're on python 3.13", 'Our Python version is 3.11.'],
    ['The house was sold, our landlord is Mrs. Chan.', 'Our landlord is Mr. Petty.'],
    ["we voted, the mascot's an owl", 'Our mascot is a fox'],
    ['Marek wants 18 an hour', 'I pay Marek 15 an hour for the garden'],
    ["larsson can't make wednesday, we're doing friday", 'the kickoff with Larsson is on wednesday at 2'],
    ["hall's double-booked, they gave us the 21st", "We've booked the village hall for the 14th"],
    ['I only cycle on Fridays', 'I cycle in on Mondays and Wednesdays'],
    ['書類はWordでお願いします', '書類はPDFで送ってください'],
    // What is left behind is named.
    ['gave up the piano lessons', 'I take piano lessons on Mondays'],
    ['nicht in Raum 204, sondern in der Aula', 'Der Elternabend ist in Raum 204.'],
    ['yarn is out, pnpm is in', 'we use yarn in this repo'],
    ['コーヒーはやめました', '毎朝コーヒーを飲みます'],
    ['我戒咖啡了', '我每天喝两杯咖啡'],
  ])('%s', (now, old) => expect(takenBack(now, old)).toBeDefined())

  test.each([
    // Which one is meant stands beside the word they share.
    ['The gas bill is due on the 12th now', 'The water bill is due on the 5th'],
    ['The Munich office opens at 9 now', 'The Berlin office opens at 8'],
    ['Das Büro in Bonn hat jetzt 20 Plätze.', 'Das Büro in Köln hat 12 Plätze.'],
    ['Room 5 has 20 seats now', 'Room 4 has 12 seats'],
    ["Ann's deadline moved to May 9", "Ben's deadline is May 2"],
    ['英語の授業は木曜になりました', 'ヨガの授業は火曜です'],
    // Somebody else's.
    ["My sister's rent went up to 900", 'My rent is 700'],
    ['My flatmate Josh just went back to eating meat', "I'm vegetarian"],
    ["Emma's in year 4 now", 'Theo is in year 2'],
    ['我妹妹现在在腾讯上班', '我在百度上班'],
    ['El perro ahora come a las 7.', 'El gato come a las 8.'],
    ['Luis lleva ahora las redes.', 'Ana lleva las cuentas.'],
    // Each says something of its own.
    ['Emma has piano on Thursdays.', 'Emma has football on Tuesdays.'],
    ['エマは木曜にピアノです', 'エマは火曜にサッカーです'],
    ['The dog eats at 7', 'The dog goes out at 6'],
    ['prod runs postgres 16', 'staging runs postgres 14'],
    ['Oma Hanne erreicht man unter 0361 555017.', 'Oma Trude erreicht man unter 0361 555071.'],
    ['体重は82キロです。', '毎週日曜に10キロ走っています。'],
    // May never come about.
    ['We might move to Berlin', 'We live in Hamburg'],
    ['if the rent goes up to 1300 we move', 'Rent is 1,150'],
    ['Angenommen, wir würden auf Linear wechseln', 'Wir nutzen Jira'],
    ['也许会搬到杭州', '我住在上海'],
    ['来月から大阪に引っ越すかもしれません', '京都に住んでいます'],
    // On top of it.
    ['I also take 5mg of melatonin now', 'I take 20mg of citalopram'],
    ['I also play padel now', 'I play tennis'],
    // Another kind of value.
    ['The office is in Lisbon now', 'Office hours are 9 to 5'],
    ['The team has a budget of 500 euros now', 'The team has 12 people'],
  ])('left alone: %s / %s', (now, old) => expect(takenBack(now, old)).toBeUndefined())
})

test('a tool that may stand beside another takes its place only where that is said', () => {
  expect(takenBack('we ended up picking Postgres, so redo it with that', 'We use MySQL for the ledger.')).toBeDefined()
  expect(takenBack('Wir sind auf tokio umgestiegen', 'Als Async-Laufzeit nehmen wir async-std.')).toBeDefined()
  expect(takenBack('we use Postgres for the reports', 'We use MySQL for the ledger.')).toBeUndefined()
})

test('what is over is not whom it was with', () => {
  const now = 'no more Tuesday calls with Bluefin, they cancelled the whole series'
  expect(takenBack(now, 'we have a call with them every Tuesday at 4')).toBeDefined()
  expect(takenBack(now, 'The contact at Bluefin is Rosa Lindqvist')).toBeUndefined()
})
