import { expect, test } from 'vitest'
import { messageOf } from '../../test/message-of.ts'
import { isAddress, placeFrom, shownPlace, tenantIn } from './place.ts'

test.each([
  ['postgres://h/d', true],
  ['C:\\work', false],
  ['/work', false],
  [undefined, false],
])('%s: %s', (place, is) => expect(isAddress(place)).toBe(is))
test('a workspace in a database is named by flags, the address itself or the environment', () => {
  const env = { DAYPACK_PG_URL: 'postgresql://env/d', DAYPACK_TENANT: 'e' }
  expect([
    placeFrom({}, env),
    placeFrom({ dir: 'd' }, env),
    placeFrom({ tenant: 't' }, env),
    placeFrom({ url: 'postgres://h/d?tenant=a' }, env),
    placeFrom({ url: 'postgres://h/d' }, env),
    messageOf(() => placeFrom({ url: 'postgres://u:secret@h/d?x=1' }, {})),
    messageOf(() => placeFrom({ dir: 'd', tenant: 't' }, env)),
    messageOf(() => placeFrom({ tenant: 't' }, {})),
    messageOf(() => placeFrom({ url: 'mysql://u:secret@h/d', tenant: 't' }, {})),
    messageOf(() => placeFrom({ url: 'postgres://h:x/d', tenant: 't' }, {})),
    tenantIn('postgres://h/d?tenant=a&x=1'),
    messageOf(() => tenantIn('postgres://h/d')),
  ]).toEqual([
    undefined,
    'd',
    'postgresql://env/d?tenant=t',
    'postgres://h/d?tenant=a',
    'postgres://h/d?tenant=e',
    'Name the tenant in postgres://h/d: --tenant <name>.',
    'Name a folder (--dir) or a tenant (--url, --tenant), not both.',
    'Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL.',
    'Name the database: --url postgres://role@host/database, or DAYPACK_PG_URL. mysql://h/d is none.',
    'The address of the database cannot be read; write postgres://role@host/database, with %-escapes in a password.',
    { url: 'postgres://h/d?x=1', tenant: 'a' },
    'Name the tenant: put ?tenant=<name> at the end of the database address.',
  ])
})

test('a workspace in a database is shown without user and password', () => {
  expect(
    ['/folder', 'postgres://u:secret@h:5/d?x=1', 'postgres://h/d?tenant=a&password=b', 'postgres://h:secret/d'].map(
      shownPlace,
    ),
  ).toEqual(['/folder', 'postgres://h:5/d', 'postgres://h/d?tenant=a', 'postgres://…'])
})
