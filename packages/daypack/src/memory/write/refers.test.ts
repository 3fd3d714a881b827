import { expect, test } from 'vitest'
import { extract } from './extract.ts'
import { changedBy } from './refers.ts'

test.each([
  ["oh they rang it's at half four instead", 'my physio appointment is on thursday at three in the afternoon'],
  [
    'die haben angerufen der ist jetzt erst um viertel nach zwei',
    'ich hab am freitag um acht uhr den termin beim augenarzt',
  ],
  ['诊所打电话来说他们那边改到五点半', '我约了牙医是周四下午三点'],
  ['さっき電話があってそれ5時半になりました', '歯医者の予約が木曜の午後3時です'],
  ["typo above, it's KX19 LNO", 'my number plate: KX19 LMO'],
  ["it's 4,500 euros instead", 'the offsite budget is 4,000 euros'],
  ['Tippfehler, richtig ist KS-TN 408', 'Mein Kennzeichen: KS-TM 408'],
  ['Neuer Vertrag, neue Nummer: 0176 5550399.', 'Meine Handynummer: 0151 5550142.'],
])('a change that only points is of the last line with such a value: %s', (now, old) => {
  const lines = ['We order 500 menus every quarter.', old, 'My mum comes to lunch.']
  expect(changedBy(now, lines)).toMatchObject({ line: old, isPointed: true })
})

test.each([
  ['La de pintura pasa al jueves.', 'La clase de inglés es el lunes.'],
  ['the monday thing is off', 'I do parkrun every Saturday.'],
  ["I'm off on Fridays.", 'The release moved to March 9.'],
  ['Maybe we make it Friday', 'The dentist is on Thursday.'],
  ['We use new_onboarding at 4', 'Stand-up is at 9:30'],
])('what names something else points at nothing: %s', (now, old) => expect(changedBy(now, [old])).toBeUndefined())

test('back to what it was: the line that had taken its place no longer holds', () => {
  const past = [{ text: 'la rama principal es master', by: 'la rama principal pasa a llamarse main' }]
  expect(changedBy('volvemos a master', ['commits en inglés', 'la rama principal pasa a llamarse main'], past)).toEqual(
    {
      line: 'la rama principal pasa a llamarse main',
      part: 'la rama principal pasa a llamarse main',
      isPointed: true,
    },
  )
  expect(changedBy('back to work', ['I live in Porto.'], past)).toBeUndefined()
})

test('a line that only points is noted with the line it is about', () => {
  const heard = [{ seq: 1, by: 'user' as const, text: "oh they rang it's at half four instead" }]
  const known = { lines: ['My physio appointment is on Thursday at three.'], past: [] }
  expect(extract({ heard, attempts: [] }, 'model', known).map(({ text }) => text)).toEqual([
    "they rang it's at half four instead (said to: “My physio appointment is on Thursday at three.”)",
  ])
})
