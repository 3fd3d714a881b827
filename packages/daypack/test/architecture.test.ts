import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withFigures } from '../../../scripts/house.mjs'

const ROOT = path.resolve(import.meta.dirname, '../../..')

test('the figures and the graph of docs/architecture.md are those of the tree; `npm run house` writes them', () => {
  const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8')
  expect(page).toBe(withFigures(page, ROOT))
  const digit = /(?<=<!-- house:figures -->[^]*?\| now [^]*?)\d+(?= \|)/
  const wrong = page.replace(digit, '7777')
  expect(wrong).not.toBe(page)
  expect(withFigures(wrong, ROOT)).toBe(page)
})
