import type { Pass } from './pass.ts'

export function whenAsked(pass: Pass): Pass {
  return {
    name: pass.name,
    ...(pass.costly && { costly: true }),
    propose: (view, ctx) => (ctx.asked ? pass.propose(view, ctx) : { why: 'only when asked for', edits: [] }),
  }
}
