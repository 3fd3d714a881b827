import { expect, test } from 'vitest'
import { languages } from '../language/index.ts'
import { conceptsOf } from './concepts.ts'

test.each([
  ['My night shift ends at six.', 'I knock off at four these days.', 'working-hours'],
  ['十天左右，定在四月十六日出发。', '云南改在九月二十日动身。', 'departure'],
  ['Start der Berufsschule ist mittwochs.', 'die schule ist jetzt montags', 'school'],
  ['Salimos los domingos a las 8.', 'hemos adelantado la salida', 'departure'],
  ['宿は西門のホテル予約した', '中山のゲストハウスにした', 'lodging'],
  ['Nous avons réservé un hôtel à Lyon.', 'on a pris un airbnb près de la gare', 'lodging'],
])('%s and %s speak of the same', (one, other, concept) => {
  expect([...conceptsOf(one).keys()]).toContain(concept)
  expect([...conceptsOf(other).keys()]).toContain(concept)
})

test('a word inside another is none, and a compound is what its end says', () => {
  expect(conceptsOf('Die Versammlung ist im Mai.').has('collecting')).toBe(false)
  expect(conceptsOf('Die Autoversicherung läuft aus.').has('insurance')).toBe(true)
  expect(conceptsOf('').size).toBe(0)
})

test('every language speaks of the same concepts, each once', () => {
  const tables = languages().flatMap(({ code, concepts = '' }) =>
    concepts === ''
      ? []
      : {
          code,
          ids: concepts
            .trim()
            .split('\n')
            .map((line) => line.split(': ')[0] ?? ''),
        },
  )
  expect(tables.map(({ code }) => code)).toEqual(['en', 'zh', 'es', 'de', 'fr', 'ja'])
  for (const { code, ids } of tables) expect(ids, code).toEqual(tables[0]?.ids)
})
