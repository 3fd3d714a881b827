import type { Pass } from './pass.ts'

/** The same pass for the user's own command only: it never comes by itself. */
export function whenAsked(pass: Pass): Pass {
  return {
    name: pass.name,
    ...(pass.costly && { costly: true }),
    propose: (view, ctx) => (ctx.asked ? pass.propose(view, ctx) : { why: 'only when asked for', edits: [] }),
  }
}
