/**
 * Kinds of change that are not drawn, by folder.
 * @type {Readonly<Record<string, { is: (mutation: import('./mutations.mjs').Mutation) => boolean, what: string, why: string }>>}
 */
export const NOT_ASKED = {
  handover: {
    is: ({ isSize, file, was }) => isSize || (file.includes('/handover/weigh/') && /^[\d._]+$/.test(was)),
    what: 'the number of a named constant, and any number in `weigh/`',
    why: 'How much room something gets and how much it is worth was settled by exams and by replays of recordings nobody tuned on, and golden files show each change of it. A test that repeats the number would say nothing; what has more and what has less is tested.',
  },
}
