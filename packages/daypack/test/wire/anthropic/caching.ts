import { assistant, text, user, type Fixtures } from '../fixture.ts'
import { ask, cache, result, thinking, tools, use } from './request.ts'

/** Cache markers: how many, in what order, on what. */
export const cachingRules: Fixtures = {
  'A-12': {
    accepts: [
      ask([user([1, 2, 3, 4].map((n) => text(`${n}`, cache())))]),
      ask([user('x')], { system: [text('s', cache())], tools: [{ ...tools[0], ...cache() }] }),
      ask([user([text('x', { cache_control: null })])]),
      ask([user('x')], cache()),
    ],
    rejects: [
      {
        ...ask([user([1, 2, 3, 4, 5].map((n) => text(`${n}`, cache())))]),
        says: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
      },
      {
        ...ask([user([1, 2, 3].map((n) => text(`${n}`, cache())))], {
          system: [text('s', cache())],
          tools: [{ ...tools[0], ...cache() }],
        }),
        says: 'Found 5.',
      },
      {
        ...ask([
          user('go'),
          assistant([use('a')]),
          user([
            result(
              'a',
              [1, 2, 3, 4].map((n) => text(`${n}`, cache())),
              cache(),
            ),
          ]),
        ]),
        says: 'Found 5.',
      },
      { ...ask([user([1, 2, 3, 4].map((n) => text(`${n}`, cache())))], cache()), says: 'Found 5.' },
    ],
  },
  'A-13': {
    accepts: [
      ask([user([text('a', cache('1h')), text('b', cache('5m'))])]),
      ask([user([text('a', cache('1h')), text('b', cache('1h'))])]),
      ask([user([text('b', cache())])], { system: [text('s', cache('1h'))] }),
    ],
    rejects: [
      {
        ...ask([user([text('a', cache()), text('b', cache('1h'))])]),
        says: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
      },
      { ...ask([user([text('b', cache('1h'))])], { system: [text('s', cache('5m'))] }), says: "ttl='1h'" },
      {
        ...ask([user('x')], { tools: [{ ...tools[0], ...cache() }], system: [text('s', cache('1h'))] }),
        says: 'must not come after',
      },
    ],
  },
  'A-14': {
    accepts: [
      ask([user([text('a', cache())])]),
      ask([user('go'), assistant([use('a')]), user([result('a', 'x', cache())])]),
      ask([user('x'), assistant([thinking('s'), text('y', cache())]), user('z')]),
    ],
    rejects: [
      {
        ...ask([user([text('', cache()), text('x')])]),
        says: 'cache_control cannot be set for empty text blocks',
        also: ['A-10'],
      },
      {
        ...ask([user('x'), assistant([{ ...thinking('s'), ...cache() }, text('y')]), user('z')]),
        says: 'cache_control: Extra inputs are not permitted',
      },
      {
        ...ask([
          user('x'),
          assistant([text('y', { citations: [{ type: 'char_location', cited_text: 'c', ...cache() }] })]),
          user('z'),
        ]),
        says: 'citations.cache_control',
      },
    ],
  },
}
