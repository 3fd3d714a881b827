import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lightArabic } from './arabic.ts'
import { englishStem } from './english-stem.ts'
import { tokenize } from './tokenize.ts'

const terms = (text: string): string[] => tokenize(text).map(({ term }) => term)
const base = (text: string): string[] =>
  tokenize(text)
    .filter((token) => token.base)
    .map(({ term }) => term)

describe('tokenize', () => {
  it('stems English, drops function words and joins irregular forms', () => {
    expect(base('What did Caroline’s children buy when they went running?')).toEqual([
      'carolin',
      'child',
      'buy',
      'go',
      'run',
    ])
    expect(base('bought')).toEqual(base('buying'))
  })

  it('keeps identifiers whole and split', () => {
    expect(terms('handleWebSocketReconnect')).toEqual([
      'handlewebsocketreconnect',
      'handl',
      'web',
      'socket',
      'reconnect',
    ])
    expect(terms('see src/auth.ts')).toEqual(expect.arrayContaining(['src/auth.ts', 'auth']))
    expect(terms('P99')).toEqual(['p99'])
    expect(terms('PRs, the APIs')).toEqual(terms('PR, the API'))
    expect(terms('HTTP_TIMEOUT_MS')).toEqual(expect.arrayContaining(['http_timeout_ms', 'http', 'timeout']))
  })

  it('cuts Chinese into pairs, with dictionary words and faint single characters', () => {
    const tokens = tokenize('数据库连接')
    expect(tokens.filter((token) => token.base).map(({ term }) => term)).toEqual(['数据', '据库', '库连', '连接'])
    expect(tokens.find(({ term }) => term === '库')?.weight).toBe(0.3)
  })

  it('finds Latin names inside Chinese text', () => {
    expect(terms('MySQL迁移到PostgreSQL')).toEqual(expect.arrayContaining(['mysql', '迁移', 'postgresql']))
  })

  it('treats Japanese, Korean and Thai', () => {
    expect(base('データベース')).toContain('デー')
    expect(base('회의를')).toEqual(['회의', '의를'])
    expect(terms('ประเทศไทยสวยงาม').length).toBeGreaterThan(1)
  })

  it('cuts other scripts to five letters and Arabic to its stem', () => {
    expect(base('государства')).toEqual(base('государство'))
    expect(lightArabic('والمدينة')).toBe(lightArabic('مدينة'))
  })

  it('folds accents, width and grouped digits', () => {
    expect(base('café')).toEqual(base('cafe'))
    expect(base('ＡＢＣ')).toEqual(base('abc'))
    expect(base('1,000 km')).toEqual(base('1000 km'))
  })

  it('adds prefixes where the function words are not English', () => {
    expect(terms('la producción de los coches')).toContain('produc*')
    expect(terms('the production of cars')).not.toContain('produc*')
  })

  it('never throws, and gives the same terms for the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(tokenize(text)).toEqual(tokenize(text))
        for (const token of tokenize(text)) expect(token.term).not.toBe('')
      }),
    )
  })

  it('leaves base tokens alone when dictionary words are left out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('数', '据', '库', '连', '接', 'a', 'b', ' ', '。'), maxLength: 40 }),
        (text) => {
          const quick = tokenize(text, { words: false }).filter((token) => token.base)
          expect(quick.map(({ term }) => term)).toEqual(base(text))
        },
      ),
    )
  })
})

describe('englishStem', () => {
  it.each([
    ['deploy deploys deployed deploying deployment'],
    ['decide decides decided deciding'],
    ['allergy allergies'],
    ['hope hoped hoping hopes'],
    ['hop hopped hopping hops'],
    ['agree agrees agreed agreeing'],
    ['migrate migration migrations migrating'],
    ['organize organizer organization organizing'],
    ['prefer preference preferences prefers preferring'],
    ['happy happily happiness'],
    ['address addresses addressed'],
    ['meet meeting meetings'],
    ['relation relations relational'],
  ])('the forms of a word are one: %s', (forms) => {
    expect(new Set(forms.split(' ').map(englishStem)).size).toBe(1)
  })

  it.each([
    ['hop', 'hope'],
    ['need', 'new'],
    ['sing', 'sin'],
    ['policy', 'police'],
    ['universe', 'univariate'],
    ['bus', 'but'],
  ])('%s is not %s', (one, other) => expect(englishStem(one)).not.toBe(englishStem(other)))
})
