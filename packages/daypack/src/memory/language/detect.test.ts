import { expect, test } from 'vitest'
import { languageOf } from './detect.ts'

test.each([
  ['de', 'ich bin Jonas und mache die Kasse in unserem Ruderverein in Bremen.'],
  ['de', 'Schreib die Einladungen bitte immer per Du.'],
  ['de', 'Ich wohne in Bremen.'],
  ['es', 'Vivo en Madrid con mi hermana.'],
  ['es', 'Hoy decidimos usar Postgres para la web.'],
  ['fr', 'Je préfère les réponses courtes.'],
  ['en', 'Use snake_case, never camelCase.'],
  ['en', 'The release moved to March 16.'],
  ['zh', '部署用 PostgreSQL 和 Redis，端口 8081。'],
  ['ja', 'デプロイは PostgreSQL で、ポートは 8081 です。'],
  ['ja', '締切は三月九日です。'],
])('%s: %s', (code, text) => expect(languageOf(text)?.code).toBe(code))

test('what is in no language we know stays open', () => {
  expect(languageOf('Zażółć gęślą jaźń')).toBeUndefined()
  expect(languageOf('8081')).toBeUndefined()
})
