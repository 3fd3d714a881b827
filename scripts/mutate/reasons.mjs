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

/**
 * Why a change may stay unnoticed, by file and what it changes.
 * @type {Readonly<Record<string, string>>}
 */
export const REASONS = {
  'session/planning.ts: 1': 'Begins one place behind the last message, where nothing stands.',
  'session/open.ts: others.get(id)?.deref() === undefined': 'Seen only when garbage was collected.',
  'drivers/chroma/vectors.ts: live === undefined': 'Reached only with a Chroma server, which is not here.',
  'drivers/files/packed.ts: 1': 'A log ends in a newline: the last piece ends there either way.',
  'passes/cut/boundary.ts: data[start] !== LF':
    'Begins further back, and two ASCII characters set the rest right again.',
  'view/project.ts: isStored(block.content)': 'Stored content has no text: undefined either way.',
  'view/stale.ts: first === undefined': 'Without a first message the range is NaN, and no range is kept.',
  'drivers/files/days.ts: 2': 'Keeps more days in memory; what is answered is the same.',
  'drivers/files/scan.ts: tooLong': 'Holds in memory what is thrown away when the line ends.',
  'drivers/files/log.ts: after === 0': 'Only saves opening what is not there.',
  'drivers/files/log.ts: after === 0 && (await isMissing(tree, placeOf(session)))':
    'Only saves opening what is not there.',
  'drivers/files/record.ts: line[to] !== CLOSE || to - from > allowance':
    'Only saves hashing: the hash that follows refuses the same lines.',
  'drivers/files/record.ts: 0':
    'Counts one byte as hashed that was not: only a hostile line is given up a byte sooner.',
  'drivers/files/versions.ts: 1': 'Never equal: two versions of one path have different numbers.',
  'drivers/files/journal.ts: false': 'Asks for the lock, and finds no file to look at.',
  'drivers/files/log.ts: true': 'Only saves opening what is not there.',
  'drivers/rows/chunks.ts: 0': 'Written anew when its write ends.',
  'drivers/files/versions.ts: a.path < b.path': 'Never equal: equal paths were told apart by number before.',
  'drivers/files/journal.ts: 0': 'The number of the first generation means nothing, only that the next is another.',
  'drivers/shared/recent.ts: kept.size <= size': 'Keeps more in memory; what is answered is the same.',
  'drivers/rows/store.ts: seen !== version': 'Reads anew what has not changed; slower, the same answer.',
  'packages/daypack-gateway/src/store/held-driver.ts: !waiting.unwritten()':
    'Keeps in memory what is on the disk again; what is read is the same.',
  'memory/trust/tombstones.ts: digests.size === 0': 'Only saves looking: nothing is found among nothing.',
  'memory/trust/tombstones.ts: seen === count': 'Reads anew what has not changed; slower, the same answer.',
  'passes/offload.ts: (await ctx.read(shown)).length <= limit':
    'A cut to the whole text is no shorter, and is not made.',
  'passes/offload.ts: Math.max(0, ...sizes) <= rules.max': 'Only saves looking: what is small is left alone.',
  'passes/offload.ts: together <= room': 'Only saves looking: what is small is left alone.',
  'passes/split.ts: 1': 'The newest stays in any case.',
  'passes/budget.ts: bytesOf(block.content) <= step.maxChars || shown.size.bytes <= step.maxChars':
    'Only saves reading: a text has no more characters than bytes.',
  'passes/crop.ts: 3': 'Reads more of the result than the cut needs; the cut is the same.',
  'view/stale.ts: 0': 'Stands for what is never undefined.',
  'view/read.ts: 0': 'Stands for what is never undefined.',
  'plan/policy.ts: 2': 'Counts on where the answer is known: two replies are enough.',
  "session/blob-references.ts: block.type === 'tool-result'": 'Nothing else has attachments.',
  'session/open.ts: gone.register(session, id)': 'Seen only when garbage was collected.',
  'plan/policy.ts: 5': 'The price of output: for policies of others, ours do not look at it.',
  'plan/policy.ts: undone.seq > (requestSeq(view) ?? 0)': 'Never equal: an undo and a request have different numbers.',
  'plan/budget.ts: last.seq > (lastEpoch(view)?.seq ?? 0)': 'Never equal: a bill and an epoch have different numbers.',
  'plan/budget.ts: 0': 'Stands for no entry: the first entry of a session is a message, neither bill nor epoch.',
  'plan/policy.ts: mark.seq > epoch': 'Never equal: a mark and an epoch have different numbers.',
  'plan/policy.ts: newest.since < epoch': 'Never equal: a message and an epoch have different numbers.',
  'plan/plan.ts: isTooBig(work.budget())': 'The pass behind it looks at the same, and proposes nothing where all fits.',
  "view/project.ts: edit.op === 'revert'": 'Other edits have no seq, and reverting what is not there does nothing.',
}
