/**
 * What went wrong in other systems, and the test of ours that would have caught it: a file, and words of the test's name.
 */
export type Incident = { readonly id: string; readonly what: string; readonly file: string; readonly test: string }

const D = 'packages/daypack'
const FILES = `${D}/src/drivers/files`
const journal = `${FILES}/journal.test.ts`
const damage = `${FILES}/journal-damage.test.ts`
const lock = `${FILES}/lock.test.ts`
const crash = `${D}/test/crash/crash.slow.test.ts`
const together = `${D}/test/crash/together.slow.test.ts`
const session = `${D}/test/engine/session.test.ts`
const laws = `${D}/test/engine/laws.test.ts`
const GATEWAY = 'packages/daypack-gateway/src'
const access = `${GATEWAY}/door/access.test.ts`
const passing = `${GATEWAY}/relay/pass-through.test.ts`
const fuzz = `${D}/test/fuzz/fuzz.slow.test.ts`
const rules = `${D}/test/wire/validate.test.ts`
const cache = `${D}/src/cache/cache.test.ts`
const retention = `${D}/src/log/retention.test.ts`
const consolidate = `${D}/src/memory/notes/history.test.ts`
const paths = `${FILES}/paths.test.ts`
const poisoning = `${D}/src/memory/trust/poisoning.slow.test.ts`
const config = 'packages/cli/src/config/config.test.ts'
const tools = 'packages/cli/src/chat/tools/tools.test.ts'
const inspect = 'packages/cli/test/inspect/server.test.ts'
const users = `${D}/test/fortress/many-users.test.ts`
const growth = `${D}/test/growth/growth.slow.test.ts`
const compaction = `${D}/test/compaction/compaction.test.ts`
const foreign = `${D}/src/codecs/anthropic/foreign.test.ts`
const memories = `${D}/test/memory/together.slow.test.ts`

export const INCIDENTS: readonly Incident[] = [
  incident('I-01', 'the next append is fused onto a torn line', damage, 'a torn tail is copied to the quarantine'),
  incident(
    'I-02',
    'a tail torn inside a character: later appends write nothing',
    crash,
    'every intact record comes back',
  ),
  incident(
    'I-03',
    'reading stops at a block of NULs',
    `${FILES}/record.test.ts`,
    'gives back every record that still verifies',
  ),
  incident('I-04', 'reading stops at the first bad line', damage, 'a damaged line takes its number with it'),
  incident('I-05', 'a half-written record, then a duplicate', damage, 'or that repeats a number, is damage'),
  incident('I-06', 'the list of sessions becomes empty', crash, 'when any file call fails'),
  incident('I-07', 'a result lost between writers', together, 'four processes append, two edit MEMORY.md, two read'),
  incident('I-08', 'a lock let go while work goes on', lock, 'a holder that is stopped keeps the lock'),
  incident('I-09', 'stale locks without a lock file', lock, 'a lock file that is deleted or replaced'),
  incident(
    'I-10',
    'notes overwritten by a stale session',
    `${FILES}/notes.test.ts`,
    'a stale write does not replace it',
  ),
  incident(
    'I-11',
    'flushes at the same time lose an append',
    memories,
    'flush and consolidate the same at the same time',
  ),
  incident(
    'I-12',
    'a slow consolidation overwrites newer notes',
    consolidate,
    'many writers at once, in one process: every line arrives',
  ),
  incident('I-13', 'five writes for one entry interleave', journal, 'a batch is one write'),
  incident('I-14', 'compaction takes an error text for a summary', compaction, 'any history and any summarizer'),
  incident('I-15', 'compaction takes a greeting for a summary', compaction, 'any history and any summarizer'),
  incident('I-16', 'the last turns are not on disk after a crash', crash, 'loses nothing it acknowledged'),
  incident('I-17', 'an upgrade loses notes and settings', damage, 'is not read, and not changed'),
  incident(
    'I-18',
    'an index that grows without end',
    `${D}/src/drivers/sqlite/index-store.test.ts`,
    'does not grow with the number of writes: a file written again and again takes the room of a few',
  ),
  incident('I-19', 'compaction parts a call from its result', laws, 'pairing: each shown call has its result'),
  incident('I-20', 'compaction edits thinking', fuzz, 'thinking stays bound to its prefix'),
  incident('I-21', 'thinking blanked, its signature kept', fuzz, 'thinking stays bound to its prefix'),
  incident('I-22', 'thinking bound to what was compacted', session, 'only the restart form is taken'),
  incident('I-23', 'calls and results of Gemini do not match in number', rules, 'every rule has three cases'),
  incident('I-24', 'reasoning of Responses without what follows it', rules, 'every rule has three cases'),
  incident('I-25', 'a fifth cache marker', cache, 'whatever the request, the markers are few'),
  incident(
    'I-26',
    'a long marker behind a short one',
    foreign,
    'a long-lived marker that comes back behind a short one goes',
  ),
  incident('I-27', 'a marker on an empty block', cache, 'whatever the request, the markers are few'),
  incident('I-28', 'one large picture makes a session unsendable', rules, 'every rule has three cases'),
  incident(
    'I-29',
    'foreign call ids after a switch of provider',
    foreign,
    'a foreign loop stays a loop, under ids this wire takes',
  ),
  incident(
    'I-30',
    'partial messages kept after an abort',
    `${GATEWAY}/plan/failing.test.ts`,
    'a stream that breaks off breaks off for the client',
  ),
  incident(
    'I-31',
    'compaction on every message',
    laws,
    'an epoch comes at most once per request and never twice in a row',
  ),
  incident('I-32', '211 compactions without progress', session, 'an epoch that would cut too little is given up'),
  incident(
    'I-33',
    'a flush triggers a compaction triggers a flush',
    `${D}/test/memory/queue.slow.test.ts`,
    'and only once',
  ),
  incident('I-34', '89 compactions a day', session, 'given up, then backed off, then left alone until asked'),
  incident('I-35', 'a loop of 1,039 own calls', `${D}/test/fortress/numbers.test.ts`, 'the caps of own model calls'),
  incident(
    'I-36',
    'what was read back is compressed again',
    laws,
    'recall: whatever is cropped or folded can be read back exactly',
  ),
  incident(
    'I-37',
    'the stored original is the placeholder',
    laws,
    'recall: whatever is cropped or folded can be read back exactly',
  ),
  incident(
    'I-38',
    'pruning rewrites the cached prefix',
    laws,
    'prefix and calm: without an epoch, what was sent is sent again',
  ),
  incident('I-39', 'hundreds of gigabytes of logs', growth, 'F-73: one process, many turns'),
  incident('I-40', 'a log that grows with the square of the turns', growth, 'F-73: one process, many turns'),
  incident('I-41', 'age by file time deletes what is in use', retention, 'time is counted from the last reference'),
  incident('I-42', 'a retention setting is ignored', retention, 'marks what is past its time, and leaves the young'),
  incident(
    'I-43',
    'a sweep leaves orphans and deletes young files',
    retention,
    'nothing goes early, and nothing stays for ever',
  ),
  incident('I-44', 'a note under the wrong date', `${FILES}/days.test.ts`, 'the rule holds at any instant'),
  incident(
    'I-45',
    'a character cut by a stream',
    passing,
    'streams add up in the client and in the log, whatever their framing',
  ),
  incident(
    'I-46',
    'an index damaged by many processes',
    memories,
    'what one process writes, the next search of another finds',
  ),
  incident('I-47', 'processes left behind', tools, 'stopping it ends what it started'),
  incident('I-48', 'files others can read', `${FILES}/workspace.test.ts`, 'files are 0600 and folders 0700'),
  incident('I-49', 'a sibling folder with the same beginning', paths, 'no name leads outside'),
  incident(
    'I-50',
    'a link swapped in between check and use',
    paths,
    'a folder swapped for a link while a file is being opened',
  ),
  incident('I-51', 'a note named ../escape', paths, 'no name leads outside'),
  incident('I-52', 'a prompt file outside the project', tools, 'are not read for instructions and skills'),
  incident('I-53', 'an open port without a token', access, 'only for this machine, not for web pages'),
  incident('I-54', 'any web page reaches a local port', access, 'only for this machine, not for web pages'),
  incident(
    'I-55',
    'a mode that should use no port opens one',
    'packages/cli/test/mcp/mcp.slow.test.ts',
    'over standard input and output no port is opened',
  ),
  incident('I-56', 'rebinding of names', access, 'only for this machine, not for web pages'),
  incident('I-57', 'an inspector without a password', inspect, 'a wrong token, a foreign Host'),
  incident('I-58', 'a token sent to an address from the URL', inspect, 'the page may ask nobody else'),
  incident(
    'I-59',
    'a request names the upstream, the key follows',
    passing,
    'other requests pass: models, HEAD, unknown paths with a named upstream',
  ),
  incident('I-60', 'a bomb of compressed bytes', passing, 'gzip, deflate, br and zstd bodies are read'),
  incident('I-61', 'a key in a debug log', passing, 'no key is ever stored'),
  incident(
    'I-62',
    'secrets of .env in transcripts',
    `${D}/src/secrets/redact.test.ts`,
    'a value loses the secrets in all its texts',
  ),
  incident('I-63', "somebody else's notes are returned", users, "is never found in another's folder"),
  incident('I-64', "a cache returns somebody else's answer", users, 'share no answer'),
  incident('I-65', 'names of fields become SQL', users, 'names that are SQL stay names'),
  incident(
    'I-66',
    'stored data is run',
    `${D}/src/model/entry-check.test.ts`,
    'what passes for entries can be projected',
  ),
  incident('I-67', 'a document writes a rule into memory', poisoning, 'nothing in %s reaches MEMORY.md'),
  incident(
    'I-68',
    'recalled text with the role of the system',
    `${D}/src/memory/recall/recall.test.ts`,
    "expect(role).toBe('user')",
  ),
  incident(
    'I-69',
    'forgetting that deletes nothing',
    `${D}/src/memory/trust/forget.test.ts`,
    'gone from notes, versions and index, proven byte by byte',
  ),
  incident(
    'I-70',
    'Markdown that runs in a web view',
    'packages/cli/test/inspect/page.slow.test.ts',
    'hostile content is text',
  ),
  incident(
    'I-71',
    "a project's settings redirect requests",
    config,
    'the file a workspace keeps about itself holds no settings',
  ),
  incident(
    'I-72',
    'a retry after acceptance is billed twice',
    `${GATEWAY}/plan/plan-turn.test.ts`,
    'a repeated request gets the same bytes and is logged once',
  ),
  incident(
    'I-73',
    'a poisoned release',
    `${D}/test/incidents/incidents.test.ts`,
    'I-73: nothing that ships runs at install',
  ),
]

function incident(id: string, what: string, file: string, test: string): Incident {
  return { id, what, file, test }
}
