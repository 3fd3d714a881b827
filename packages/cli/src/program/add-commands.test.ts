import { expect, test } from 'vitest'
import table from './commands.json' with { type: 'json' }
import { functionOf } from './add-commands.ts'

test.each(table.commands.flatMap(({ run }) => (run === undefined ? [] : [run])))('%s is there', async (run) => {
  expect(await functionOf(run)).toBeTypeOf('function')
})

test('groups of options that are named are there', () => {
  const named = table.commands.flatMap(({ options = [] }) => options.filter((each) => typeof each === 'string'))
  expect(named.filter((name) => !(name in table.groups))).toEqual([])
})
