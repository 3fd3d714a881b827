/**
 * The test programme at nightly size: what is tried, by which command, and the figure that passes. `share` scales it down.
 * `needs` is a program without which a row cannot be tried. A row in `parts` is run part by part, each with a seed of its own,
 * and can be broken off between them.
 * `whole`: it has no smaller form.
 * `least` is the number in `figure` that the command has to reach, by the word it prints with it.
 * `each` is the share that every run of .ci/run tries, and where; a row of `tests` is tried there too, with 100 runs of each property.
 * @typedef {{ id: string, what: string, figure: string, least?: { of: number, word: string }, run?: (share: number, part: number) => string[], parts?: number, tests?: string[], runs?: number, needs?: string, whole?: true, each?: { share: number, by: string } }} Row
 */

const D = 'packages/daypack'
const crash = `${D}/test/crash/run.ts`
const gateway = 'packages/daypack-gateway/src'
const proxy = 'packages/cli/src/proxy/server.test.ts'
/** A hundredth of each row can be tried by itself. */
const PARTS = 100
/** @param {number} full @param {number} share */
const of = (full, share) => String(Math.max(1, Math.round(full * share)))

/** @type {readonly Row[]} */
export const PROGRAMME = [
  {
    id: 'T-01',
    what: 'rules of the wires: accepted and rejected requests',
    figure: '≥ 140 tests',
    least: { of: 140, word: 'tests' },
    tests: [`${D}/test/wire/validate.test.ts`],
  },
  {
    id: 'T-02',
    what: 'histories with edits on four wires, and sessions through the engine',
    figure: '2,000,000 edits, 0 rejects',
    each: { share: 0.005, by: `${D}/test/fuzz/fuzz.slow.test.ts` },
    least: { of: 2_000_000, word: 'edits of' },
    parts: PARTS,
    run: (share, part) => [
      `${D}/test/fuzz/run.ts`,
      '--histories',
      of(400_000, share),
      '--sessions',
      of(5_000, share),
      '--seed',
      // Every 2,000 histories take a seed, counted up from this one.
      String(1 + (part - 1) * 1_000_000),
    ],
  },
  {
    id: 'T-03',
    what: 'recorded sessions through the engine, every byte read back',
    figure: '≥ 500 replays, 100 % of bytes',
    each: { share: 0.02, by: `${D}/test/replay/replay.slow.test.ts` },
    least: { of: 500, word: 'replays' },
    parts: PARTS,
    run: (share, part) => [
      `${D}/test/replay/run.ts`,
      ...(share < 1 ? ['--every', of(1 / share, 1), '--from', String(part - 1)] : []),
    ],
  },
  {
    id: 'T-04',
    what: 'a strict provider over HTTP: streams, errors, retries',
    figure: '20,000 requests, 0 invalid, 0 sent twice',
    least: { of: 20_000, word: 'requests' },
    tests: [`${D}/test/hosts/faults.slow.test.ts`, gateway],
  },
  {
    id: 'T-05',
    what: 'streams cut at every byte',
    figure: '17,000 splits of each of twelve streams, identical bytes',
    least: { of: 17_000, word: 'runs' },
    tests: [`${D}/src/hosts/support/sse.test.ts`, `${D}/test/wire/streams.test.ts`, `${D}/test/wire/bytes.test.ts`],
    // Twelve streams at every byte, and each split so often into any pieces.
    runs: 17_000,
  },
  {
    id: 'T-06',
    what: 'kill -9 at any moment',
    figure: '5,000 kills, 0 acknowledged writes lost',
    each: { share: 0.004, by: `${D}/test/crash/crash.slow.test.ts` },
    least: { of: 5_000, word: 'loops' },
    parts: PARTS,
    run: (share, part) => [crash, 'kill', of(5_000, share), String(part)],
  },
  {
    id: 'T-07',
    what: 'kill at every file operation',
    figure: '≥ 200 cases',
    each: { share: 0.1, by: `${D}/test/crash/crash.slow.test.ts` },
    least: { of: 200, word: 'cases' },
    run: (share) => [crash, 'points', of(1 / share, 1)],
  },
  {
    id: 'T-08',
    what: 'every file operation fails, once and for good, seven errors',
    figure: '≥ 30,000 faults',
    each: { share: 0.01, by: `${D}/test/crash/crash.slow.test.ts` },
    least: { of: 30_000, word: 'faults' },
    run: (share) => [crash, 'faults', share < 1 ? of(1 / share, 1) : '1'],
  },
  {
    id: 'T-09',
    what: 'what a disk may hold after a power loss',
    figure: '≥ 200,000 images',
    each: { share: 0.00125, by: `${D}/test/crash/crash.slow.test.ts` },
    least: { of: 200_000, word: 'images' },
    parts: PARTS,
    run: (share, part) => [crash, 'power', of(200_000, share), String(part)],
  },
  {
    id: 'T-10',
    what: 'system calls made to fail from outside',
    figure: '600 runs',
    each: { share: 0.01, by: '.ci/run' },
    least: { of: 600, word: 'runs' },
    needs: 'strace',
    parts: PARTS,
    run: (share, part) => [crash, 'calls', of(600, share), String(part)],
  },
  {
    id: 'T-11',
    what: 'a full disk (needs root to mount one)',
    figure: 'no stored byte changed',
    tests: [`${D}/test/crash/full-disk.slow.test.ts`],
  },
  {
    id: 'T-12',
    what: 'several processes at once',
    figure: '40,000 appends and 4,000 edits: 0 lost, doubled or out of order',
    each: { share: 0.05, by: `${D}/test/crash/together.slow.test.ts` },
    least: { of: 40_000, word: 'appends' },
    run: (share, part) => [crash, 'together', of(40_000, share), String(part)],
  },
  {
    id: 'T-40',
    what: 'a real PostgreSQL with pgvector: suites, kills, lost connections, a crash, foreign rows',
    figure: '0 lost, 0 doubled, 0 foreign rows',
    each: { share: 0.1, by: 'packages/daypack-postgres/src/index.slow.test.ts' },
    run: (share) => [`packages/daypack-postgres/test/run.ts`, String(share)],
  },
  {
    id: 'T-13',
    what: 'days in all zones, at every change of the clock',
    figure: '1,000,000 instants, exactly one file each',
    each: { share: 0.001, by: `${D}/src/drivers/files/days.test.ts` },
    least: { of: 1_000_000, word: 'instants' },
    parts: PARTS,
    run: (share, part) => [crash, 'clocks', of(1_000_000, share), String(part)],
  },
  {
    id: 'T-14',
    what: 'retention against a model of it',
    figure: '0 referenced deletions',
    tests: [`${D}/src/log/retention.test.ts`],
    runs: 20_000,
  },
  {
    id: 'T-15',
    what: 'damaged logs',
    figure: '100,000 files, every intact record returned',
    each: { share: 0.003, by: `${D}/test/crash/crash.slow.test.ts` },
    least: { of: 100_000, word: 'files' },
    parts: PARTS,
    run: (share, part) => [crash, 'hostile', of(100_000, share), String(part)],
  },
  {
    id: 'T-16',
    what: 'the same log twice, views extended and rebuilt',
    figure: 'equal',
    tests: [
      `${D}/test/engine/laws.test.ts`,
      `${D}/test/engine/view.test.ts`,
      `${D}/test/engine/render.test.ts`,
      `${D}/test/engine/refusal.test.ts`,
    ],
    runs: 5_000,
  },
  {
    id: 'T-17',
    what: 'summarizers that fail, lie and loop',
    figure: 'breaker opens, calls ≤ cap',
    tests: [
      `${D}/test/compaction`,
      `${D}/src/handover`,
      `${D}/test/engine/session.test.ts`,
      `${D}/test/engine/callers.test.ts`,
    ],
  },
  {
    id: 'T-18',
    what: 'formats of other versions',
    figure: '100 % of fixtures',
    tests: [`${D}/src/drivers/files/workspace.test.ts`, `${D}/src/drivers/files/record.test.ts`],
  },
  {
    id: 'T-19',
    what: 'hostile HTTP bodies',
    figure: 'bounded',
    tests: [`${gateway}/plan/bounds.test.ts`, `${gateway}/mcp`, proxy],
  },
  {
    id: 'T-20',
    what: 'hostile origins on every route',
    figure: '0 accepted',
    tests: [`${gateway}/door/access.test.ts`, `${gateway}/http/shield.test.ts`, proxy],
  },
  {
    id: 'T-21',
    what: 'requests that name another upstream',
    figure: '0 keys elsewhere',
    tests: [
      `${gateway}/http/shield.test.ts`,
      `${gateway}/session/apart.test.ts`,
      `${gateway}/relay/pass-through.test.ts`,
    ],
  },
  {
    id: 'T-22',
    what: 'paths that lead outside',
    figure: '0 escapes',
    tests: [
      `${D}/src/drivers/files/paths.test.ts`,
      `${D}/src/drivers/files/names.test.ts`,
      'packages/cli/src/chat/tools',
    ],
    runs: 2_000,
  },
  {
    id: 'T-23',
    what: 'secrets, plain, encoded and parted',
    figure: '0 left',
    tests: [`${D}/src/secrets/redact.test.ts`],
    runs: 2_000,
  },
  {
    id: 'T-24',
    what: 'poisoned inputs in ten languages, an obedient model',
    figure: '≥ 1,000 inputs, 0 in MEMORY.md',
    least: { of: 1_000, word: 'inputs' },
    tests: [
      `${D}/src/memory/trust/poisoning.slow.test.ts`,
      `${D}/test/fortress/poison.slow.test.ts`,
      `${D}/test/fortress/carriers.test.ts`,
    ],
  },
  {
    id: 'T-25',
    what: 'forgetting leaves no trace',
    figure: '0 traces',
    tests: [
      `${D}/test/memory/forget.test.ts`,
      `${D}/src/memory/trust/forget.test.ts`,
      `${D}/src/drivers/files/scrub.test.ts`,
    ],
  },
  {
    id: 'T-26',
    what: 'hostile texts in an inspector in a real browser',
    figure: '≥ 400 payloads, 0 executions',
    each: { share: 0.05, by: 'packages/cli/test/inspect/page.slow.test.ts' },
    least: { of: 400, word: 'payloads' },
    run: (share) => ['packages/cli/test/inspect/hostile.ts', of(400, share)],
  },
  {
    id: 'T-27',
    what: 'regular expressions on hostile text',
    figure: 'linear',
    tests: [`${D}/test/fortress/linear.slow.test.ts`, `${D}/src/retrieval/retrieval.test.ts`],
  },
  {
    id: 'T-28',
    what: 'modes of files under any umask',
    figure: '0600 / 0700',
    tests: [`${D}/src/drivers/files/workspace.test.ts`],
  },
  {
    id: 'T-29',
    what: 'keys in logs, errors and status',
    figure: '0 occurrences',
    tests: [`${gateway}/relay/pass-through.test.ts`, `${gateway}/api/memory-api.test.ts`, 'packages/cli/src/config'],
  },
  {
    id: 'T-30',
    what: 'load on the proxy: sixteen agents, a process of its own',
    figure: '1,000,000 requests, 0 errors',
    each: { share: 0.0004, by: '.ci/run' },
    least: { of: 1_000_000, word: 'requests' },
    parts: PARTS,
    run: (share) => ['packages/cli/test/load/run.ts', of(1_000_000, share)],
  },
  {
    id: 'T-31',
    what: 'one process, many turns',
    figure: '50,000 turns of sessions that come and go: heap flat, disk ≤ 3 × payload',
    each: { share: 0.004, by: `${D}/test/growth/growth.slow.test.ts` },
    least: { of: 50_000, word: 'turns' },
    // The heap settles after a thousand: fewer say nothing of it.
    run: (share) => [`${D}/test/growth/run.ts`, String(Math.max(3_000, Math.round(50_000 * share)))],
  },
  {
    id: 'T-32',
    what: 'what ships: licences, install scripts, lockfile',
    figure: '0 findings',
    each: { share: 1, by: '.github/workflows/ci.yml' },
    whole: true,
    run: () => ['scripts/supply-chain.mjs'],
  },
  {
    id: 'T-33',
    what: 'what was sent stays as it was',
    figure: '0 changed bytes',
    tests: [`${D}/test/engine/laws.test.ts`, `${D}/test/hosts/server-editing.test.ts`],
    runs: 2_000,
  },
  {
    id: 'T-34',
    what: 'changes of the code that no test notices',
    figure: '≥ 85 % noticed in every folder',
    each: { share: 0, by: 'at night alone' },
    // A new seed each night: tests made for the changes of one say nothing of the others.
    run: (share) => [
      'scripts/mutate.mjs',
      '--each',
      of(60, share),
      '--seed',
      String(Math.floor(Date.now() / 86_400_000)),
    ],
  },
  {
    id: 'T-35',
    what: 'what the test run tries at a smaller size, whole',
    figure: 'all pass',
    tests: [
      `${D}/test/compaction/killed.slow.test.ts`,
      `${D}/test/memory/together.slow.test.ts`,
      `${D}/test/memory/editors.slow.test.ts`,
      `${D}/src/drivers/files/days.test.ts`,
      `${D}/test/memory/import.slow.test.ts`,
      `${D}/test/replay/replay.slow.test.ts`,
      `${D}/test/fortress/small-windows.slow.test.ts`,
      `${D}/src/presets/real.slow.test.ts`,
      `${D}/src/passes/huge.slow.test.ts`,
    ],
  },
  {
    id: 'T-43',
    what: 'hostile requests, event streams, websocket frames and packets at the doors of the gateway',
    figure: '1,000,000 inputs, 0 crashes, 0 hangs, heap flat',
    each: { share: 0.001, by: 'packages/cli/test/fuzz/doors.test.ts' },
    least: { of: 1_000_000, word: 'inputs' },
    parts: PARTS,
    run: (share, part) => ['packages/cli/test/fuzz/run.ts', of(1_000_000, share), String(1 + (part - 1) * 1_000_000)],
  },
  {
    id: 'T-41',
    what: 'each optional peer at the lowest and the newest version of its range',
    figure: 'every example runs',
    each: { share: 0, by: 'at night alone' },
    whole: true,
    run: () => ['scripts/try-tarball.mjs', '--peers'],
  },
  {
    id: 'T-42',
    what: 'questions on the memory sets on every backend that is here, against the index in memory',
    figure: 'of its ten best hits ≥ 0.99 local, sqlite and chroma, ≥ 0.95 postgres',
    each: { share: 0, by: 'at night alone' },
    run: (share) => ['bench/retrieval/main.ts', 'backends', '--sample', of(20, 1 / share)],
  },
  {
    id: 'T-44',
    what: 'the product broken row by row against what the documents of the presets say',
    figure: '≥ 95 % of the rows killed by their own test',
    each: { share: 0, by: 'at night alone' },
    run: (share) => ['scripts/seed-mutants.mjs', '--every', of(1 / share, 1)],
  },
  {
    id: 'T-45',
    what: 'one session of two million tokens at 64k: rules, decisions of the first hour, files of the last, size and cost',
    figure:
      'rules 100 %, decisions ≥ 90 %, files and tasks ≥ 95 %, edit lines ≥ 0.95 of fresh sessions, size and cost level',
    each: { share: 0, by: 'bench/replay/endless.test.ts, without recordings' },
    run: (share) => ['bench/replay/endless.ts', '--strategies', 'daypack', '--tokens', of(2_000_000, share)],
  },
]
