import { assistant, user, type Fixtures } from '../fixture.ts'
import { ask, image, result, use } from './request.ts'

/** Sizes: pictures, bytes, tokens. */
export const limitRules: Fixtures = {
  'A-21': {
    accepts: [
      ask([user([image(8000, 8000)])]),
      ask([user(Array.from({ length: 100 }, () => image(100, 100)))]),
      { ...ask([user(Array.from({ length: 101 }, () => image(100, 100)))]), options: { window: 1_000_000 } },
    ],
    rejects: [
      { ...ask([user([image(8001, 10)])]), says: 'At least one of the image dimensions exceed max allowed size' },
      {
        ...ask([user(Array.from({ length: 21 }, () => image(10, 2001)))]),
        says: 'for many-image requests: 2000 pixels',
      },
      { ...ask([user(Array.from({ length: 101 }, () => image(1, 1)))]), says: 'too many images: 101 > 100 maximum' },
      {
        ...ask([user('go'), assistant([use('a')]), user([result('a', [image(9000, 1)])])]),
        says: 'messages.2.content.0.content.0',
      },
    ],
  },
  'A-22': {
    accepts: [
      ask([user('x')]),
      { ...ask([user('x')]), options: { bytes: 32 * 1024 * 1024 } },
      ask([user('x'.repeat(9_000_000))]),
    ],
    rejects: [
      { ...ask([user('x')]), options: { bytes: 32 * 1024 * 1024 + 1 }, says: 'request_too_large' },
      { ...ask([user('x'.repeat(33 * 1024 * 1024))]), says: 'Request exceeds the maximum size' },
      { ...ask([user('"'.repeat(17 * 1024 * 1024))]), says: 'request_too_large' },
    ],
  },
  'A-23': {
    accepts: [
      ask([user('x')]),
      { ...ask([user('x')]), options: { tokens: 100, window: 110 } },
      { ...ask([user('x')]), options: { tokens: 300_000 } },
    ],
    rejects: [
      {
        ...ask([user('x')]),
        options: { tokens: 111, window: 110 },
        says: 'prompt is too long: 111 tokens > 110 maximum',
      },
      {
        ...ask([user('x')]),
        options: { tokens: 101, window: 110 },
        says: 'input length and `max_tokens` exceed context limit: 101 + 10 > 110',
      },
      {
        ...ask([user('x')], { max_tokens: 64_000 }),
        options: { tokens: 150_000, window: 200_000 },
        says: 'decrease input length or `max_tokens`',
      },
    ],
  },
}
