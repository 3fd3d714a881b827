import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportsOf } from '../../../scripts/exports.mjs'

const PACKAGE = path.resolve(import.meta.dirname, '..')

test('import paths mirror the tree; "npm run exports" brings them in line', () => {
  const written: unknown = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'))
  expect(written).toMatchObject({ exports: exportsOf(PACKAGE) })
  expect(Object.keys(Object(written).exports)).toEqual(Object.keys(exportsOf(PACKAGE)))
})
