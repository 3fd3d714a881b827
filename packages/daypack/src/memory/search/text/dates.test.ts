import { describe, expect, it } from 'vitest'
import { absoluteDates, dateWindows, inWindow } from './dates.ts'
import { dayAt, dayNumber, formatDay, parseDay } from '../../text/days.ts'

const TODAY = dayNumber(2023, 6, 14) as number
const show = (query: string): string[] =>
  dateWindows(query, TODAY).map(
    ({ from, to, yearly }) => `${formatDay(from)}..${formatDay(to)}${yearly ? ' any year' : ''}`,
  )

describe('dates in queries', () => {
  it.each([
    ['what happened on May 2nd', '2000-05-02..2000-05-02 any year'],
    ['1:56 pm on 8 May, 2023', '2023-05-08..2023-05-08'],
    ['2023/05/25 (Thu) 20:21', '2023-05-25..2023-05-25'],
    ['我在5月2日提到', '2000-05-02..2000-05-02 any year'],
    ['2023年5月', '2023-05-01..2023-05-31'],
    ['in June 2023', '2023-06-01..2023-06-30'],
    ['in March', '2000-03-01..2000-03-31 any year'],
    ['yesterday', '2023-06-13..2023-06-13'],
    ['what did I do last week', '2023-06-05..2023-06-11'],
    ['3 days ago', '2023-06-11..2023-06-11'],
    ['two weeks ago', '2023-05-29..2023-06-02'],
    ['last Friday', '2023-06-09..2023-06-09'],
    ['去年', '2022-01-01..2022-12-31'],
    ['in 2016', '2016-01-01..2016-12-31'],
  ])('%s', (query, window) => expect(show(query)).toEqual([window]))

  it.each(['May I ask', 'march on', 'version 3.2011 x', '2024-13-45', 'nothing'])('finds none in: %s', (text) =>
    expect(absoluteDates(text)).toEqual([]),
  )

  it('matches a day of any year, and no unknown day', () => {
    const [window] = dateWindows('on May 2nd', TODAY)
    expect(window && inWindow(dayNumber(2021, 5, 2) as number, window)).toBe(true)
    expect(window && inWindow(dayNumber(2021, 5, 3) as number, window)).toBe(false)
    expect(window && inWindow(0, window)).toBe(false)
  })

  it('takes today from the zone', () => {
    const at = Date.UTC(2024, 0, 31, 23, 30)
    expect(formatDay(dayAt(at, 'UTC'))).toBe('2024-01-31')
    expect(formatDay(dayAt(at, 'Asia/Shanghai'))).toBe('2024-02-01')
    expect(parseDay('2024-02-30')).toBeUndefined()
  })
})
