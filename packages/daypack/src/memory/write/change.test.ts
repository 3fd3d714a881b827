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
    ['Rent is 1,210', 'Rent: 1,150'],
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
