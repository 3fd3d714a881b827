/**
 * What went wrong in other systems, and the test of ours that would have caught it: a file, and words of the test's name.
 */
export type Incident = { readonly id: string; readonly what: string; readonly file: string; readonly test: string }

const D = 'packages/daypack'
const FILES = `${D}/src/drivers/files`
const journal = `${FILES}/journal.test.ts`
const crash = `${D}/test/crash/crash.slow.test.ts`
const together = `${D}/test/crash/together.slow.test.ts`
const session = `${D}/test/engine/session.test.ts`
const laws = `${D}/test/engine/laws.test.ts`
const GATEWAY = `${D}/src/hosts/gateway`
const access = `${GATEWAY}/access.test.ts`
const passing = `${GATEWAY}/passing-through.test.ts`
const fuzz = `${D}/test/fuzz/fuzz.test.ts`
const rules = `${D}/test/wire/validate.test.ts`
const cache = `${D}/src/cache/cache.test.ts`
const retention = `${D}/src/log/retention.test.ts`
const consolidate = `${D}/src/memory/consolidate/model.test.ts`
const paths = `${FILES}/paths.test.ts`
const poisoning = `${D}/src/memory/trust/poisoning.test.ts`
const config = 'packages/cli/src/config/config.test.ts'
const tools = 'packages/cli/src/chat/tools/tools.test.ts'
const inspect = 'packages/cli/test/inspect/server.test.ts'
const users = `${D}/test/fortress/many-users.test.ts`
const growth = `${D}/test/growth/growth.slow.test.ts`

export const INCIDENTS: readonly Incident[] = [
  {
    id: 'I-01',
    what: 'the next append is fused onto a torn line',
    file: journal,
    test: 'a torn tail is copied to the quarantine',
  },
  {
    id: 'I-02',
    what: 'a tail torn inside a character: later appends write nothing',
    file: crash,
    test: 'every intact record comes back',
  },
  {
    id: 'I-03',
    what: 'reading stops at a block of NULs',
    file: `${FILES}/record.test.ts`,
    test: 'gives back every record that still verifies',
  },
  {
    id: 'I-04',
    what: 'reading stops at the first bad line',
    file: journal,
    test: 'a damaged line takes its number with it',
  },
  {
    id: 'I-05',
    what: 'a half-written record, then a duplicate',
    file: journal,
    test: 'or that repeats a number, is damage',
  },
  { id: 'I-06', what: 'the list of sessions becomes empty', file: crash, test: 'when any file call fails' },
  {
    id: 'I-07',
    what: 'a result lost between writers',
    file: together,
    test: 'none lost, none twice, none interleaved',
  },
  {
    id: 'I-08',
    what: 'a lock let go while work goes on',
    file: `${FILES}/lock.test.ts`,
    test: 'a holder that is stopped keeps the lock',
  },
  {
    id: 'I-09',
    what: 'stale locks without a lock file',
    file: `${FILES}/lock.test.ts`,
    test: 'a lock file that is deleted or replaced',
  },
  {
    id: 'I-10',
    what: 'notes overwritten by a stale session',
    file: `${FILES}/notes.test.ts`,
    test: 'a stale write does not replace it',
  },
  {
    id: 'I-11',
    what: 'flushes at the same time lose an append',
    file: `${D}/test/memory/together.slow.test.ts`,
    test: 'flush and consolidate the same at the same time',
  },
  {
    id: 'I-12',
    what: 'a slow consolidation overwrites newer notes',
    file: consolidate,
    test: 'a person who edits while the model thinks loses nothing',
  },
  { id: 'I-13', what: 'five writes for one entry interleave', file: journal, test: 'a batch is one write' },
  {
    id: 'I-14',
    what: 'compaction takes an error text for a summary',
    file: `${D}/test/compaction/compaction.test.ts`,
    test: 'any history and any summarizer',
  },
  {
    id: 'I-15',
    what: 'compaction takes a greeting for a summary',
    file: `${D}/test/compaction/compaction.test.ts`,
    test: 'any history and any summarizer',
  },
  {
    id: 'I-16',
    what: 'the last turns are not on disk after a crash',
    file: crash,
    test: 'loses nothing it acknowledged',
  },
  { id: 'I-17', what: 'an upgrade loses notes and settings', file: journal, test: 'is not read, and not changed' },
  {
    id: 'I-18',
    what: 'an index that grows without end',
    file: `${D}/src/drivers/sqlite/index-store.test.ts`,
    test: 'merging comes to rest, and few segments are left',
  },
  {
    id: 'I-19',
    what: 'compaction parts a call from its result',
    file: laws,
    test: 'pairing: each shown call has its result',
  },
  { id: 'I-20', what: 'compaction edits thinking', file: fuzz, test: 'thinking stays bound to its prefix' },
  { id: 'I-21', what: 'thinking blanked, its signature kept', file: fuzz, test: 'thinking stays bound to its prefix' },
  { id: 'I-22', what: 'thinking bound to what was compacted', file: session, test: 'only the restart form is taken' },
  {
    id: 'I-23',
    what: 'calls and results of Gemini do not match in number',
    file: rules,
    test: 'every rule has three cases',
  },
  {
    id: 'I-24',
    what: 'reasoning of Responses without what follows it',
    file: rules,
    test: 'every rule has three cases',
  },
  { id: 'I-25', what: 'a fifth cache marker', file: cache, test: 'INV-07: whatever the request, the markers are few' },
  {
    id: 'I-26',
    what: 'a long marker behind a short one',
    file: `${D}/src/codecs/anthropic/foreign.test.ts`,
    test: 'a long-lived marker that comes back behind a short one goes',
  },
  {
    id: 'I-27',
    what: 'a marker on an empty block',
    file: cache,
    test: 'INV-07: whatever the request, the markers are few',
  },
  { id: 'I-28', what: 'one large picture makes a session unsendable', file: rules, test: 'every rule has three cases' },
  {
    id: 'I-29',
    what: 'foreign call ids after a switch of provider',
    file: `${D}/src/codecs/anthropic/foreign.test.ts`,
    test: 'a foreign loop stays a loop, under ids this wire takes',
  },
  {
    id: 'I-30',
    what: 'partial messages kept after an abort',
    file: `${GATEWAY}/failing.test.ts`,
    test: 'a stream that breaks off breaks off for the client',
  },
  {
    id: 'I-31',
    what: 'compaction on every message',
    file: laws,
    test: 'an epoch comes at most once per request and never twice in a row',
  },
  {
    id: 'I-32',
    what: '211 compactions without progress',
    file: session,
    test: 'an epoch that would cut too little is given up',
  },
  {
    id: 'I-33',
    what: 'a flush triggers a compaction triggers a flush',
    file: `${D}/test/memory/queue.slow.test.ts`,
    test: 'and only once',
  },
  {
    id: 'I-34',
    what: '89 compactions a day',
    file: session,
    test: 'given up, then backed off, then left alone until asked',
  },
  {
    id: 'I-35',
    what: 'a loop of 1,039 own calls',
    file: `${D}/test/fortress/numbers.test.ts`,
    test: 'the caps of own model calls',
  },
  {
    id: 'I-36',
    what: 'what was read back is compressed again',
    file: laws,
    test: 'recall: whatever is cropped or folded can be read back exactly',
  },
  {
    id: 'I-37',
    what: 'the stored original is the placeholder',
    file: laws,
    test: 'recall: whatever is cropped or folded can be read back exactly',
  },
  {
    id: 'I-38',
    what: 'pruning rewrites the cached prefix',
    file: laws,
    test: 'prefix and calm: without an epoch, what was sent is sent again',
  },
  { id: 'I-39', what: 'hundreds of gigabytes of logs', file: growth, test: 'F-73: one process, many turns' },
  {
    id: 'I-40',
    what: 'a log that grows with the square of the turns',
    file: growth,
    test: 'F-73: one process, many turns',
  },
  {
    id: 'I-41',
    what: 'age by file time deletes what is in use',
    file: retention,
    test: 'time is counted from the last reference',
  },
  {
    id: 'I-42',
    what: 'a retention setting is ignored',
    file: retention,
    test: 'marks what is past its time, and leaves the young',
  },
  {
    id: 'I-43',
    what: 'a sweep leaves orphans and deletes young files',
    file: retention,
    test: 'nothing goes early, and nothing stays for ever',
  },
  {
    id: 'I-44',
    what: 'a note under the wrong date',
    file: `${FILES}/days.test.ts`,
    test: 'the rule holds at any instant',
  },
  {
    id: 'I-45',
    what: 'a character cut by a stream',
    file: passing,
    test: 'streams add up in the client and in the log, whatever their framing',
  },
  {
    id: 'I-46',
    what: 'an index damaged by many processes',
    file: `${D}/test/memory/together.slow.test.ts`,
    test: 'what one process writes, the next search of another finds',
  },
  { id: 'I-47', what: 'processes left behind', file: tools, test: 'stopping it ends what it started' },
  {
    id: 'I-48',
    what: 'files others can read',
    file: `${FILES}/workspace.test.ts`,
    test: 'files are 0600 and folders 0700',
  },
  { id: 'I-49', what: 'a sibling folder with the same beginning', file: paths, test: 'no name leads outside' },
  {
    id: 'I-50',
    what: 'a link swapped in between check and use',
    file: paths,
    test: 'a folder swapped for a link while a file is being opened',
  },
  { id: 'I-51', what: 'a note named ../escape', file: paths, test: 'no name leads outside' },
  {
    id: 'I-52',
    what: 'a prompt file outside the project',
    file: tools,
    test: 'are not read for instructions and skills',
  },
  { id: 'I-53', what: 'an open port without a token', file: access, test: 'only for this machine, not for web pages' },
  {
    id: 'I-54',
    what: 'any web page reaches a local port',
    file: access,
    test: 'only for this machine, not for web pages',
  },
  {
    id: 'I-55',
    what: 'a mode that should use no port opens one',
    file: 'packages/cli/test/mcp/mcp.slow.test.ts',
    test: 'over standard input and output no port is opened',
  },
  { id: 'I-56', what: 'rebinding of names', file: access, test: 'only for this machine, not for web pages' },
  { id: 'I-57', what: 'an inspector without a password', file: inspect, test: 'a wrong token, a foreign Host' },
  { id: 'I-58', what: 'a token sent to an address from the URL', file: inspect, test: 'the page may ask nobody else' },
  {
    id: 'I-59',
    what: 'a request names the upstream, the key follows',
    file: passing,
    test: 'other requests pass: models, HEAD, unknown paths with a named upstream',
  },
  { id: 'I-60', what: 'a bomb of compressed bytes', file: passing, test: 'gzip, deflate, br and zstd bodies are read' },
  { id: 'I-61', what: 'a key in a debug log', file: passing, test: 'no key is ever stored' },
  {
    id: 'I-62',
    what: 'secrets of .env in transcripts',
    file: `${D}/src/memory/trust/redact.test.ts`,
    test: 'a value loses the secrets in all its texts',
  },
  { id: 'I-63', what: "somebody else's notes are returned", file: users, test: "is never found in another's folder" },
  { id: 'I-64', what: "a cache returns somebody else's answer", file: users, test: 'share no answer' },
  { id: 'I-65', what: 'names of fields become SQL', file: users, test: 'names that are SQL stay names' },
  {
    id: 'I-66',
    what: 'stored data is run',
    file: `${D}/src/model/entry-check.test.ts`,
    test: 'what passes for entries can be projected',
  },
  {
    id: 'I-67',
    what: 'a document writes a rule into memory',
    file: poisoning,
    test: 'nothing in %s reaches MEMORY.md',
  },
  {
    id: 'I-68',
    what: 'recalled text with the role of the system',
    file: `${D}/src/memory/recall/recall.test.ts`,
    test: "expect(role).toBe('user')",
  },
  {
    id: 'I-69',
    what: 'forgetting that deletes nothing',
    file: `${D}/src/memory/trust/forget.test.ts`,
    test: 'gone from notes, versions and index, proven byte by byte',
  },
  {
    id: 'I-70',
    what: 'Markdown that runs in a web view',
    file: 'packages/cli/test/inspect/page.slow.test.ts',
    test: 'hostile content is text',
  },
  {
    id: 'I-71',
    what: "a project's settings redirect requests",
    file: config,
    test: 'the file a workspace keeps about itself holds no settings',
  },
  {
    id: 'I-72',
    what: 'a retry after acceptance is billed twice',
    file: `${GATEWAY}/managing.test.ts`,
    test: 'a repeated request gets the same bytes and is logged once',
  },
  {
    id: 'I-73',
    what: 'a poisoned release',
    file: `${D}/test/incidents/incidents.test.ts`,
    test: 'I-73: nothing that ships runs at install',
  },
]
