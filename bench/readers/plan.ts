// Which sessions are examined. `train` may be tuned on; `others` may not be looked at while something is being changed;
// `further` are kinds beside them; `fresh`, `fourth`, `fifth` and `eighth` were read by nobody before the exams of their names, `sixth` not from an earlier point on. Coding
// sessions of `train` are those of replay/parts.ts; it has none of other kinds, so three of them are given to tuning here,
// and their siblings are kept apart.
import type { Source } from './recordings.ts'

export const SETS = [
  'train',
  'others',
  'further',
  'fresh',
  'fourth',
  'fifth',
  'sixth',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
] as const
export type SetName = (typeof SETS)[number]
export const KINDS = ['coding', 'research', 'support', 'office', 'web'] as const
export type Kind = (typeof KINDS)[number]
export type Planned = Source & {
  readonly id: string
  readonly set: SetName
  readonly kind: Kind
  /** How long the history may be at the point; large windows are folded only late. */
  readonly upTo?: number
  /** Messages behind the point that are enough; default 60, or a fifth of a short session. */
  readonly leastAfter?: number
}

/** Of sessions that go on for long: a later point, so that large windows are folded too. */
const late = (set: SetName, repository: string, session: string): Planned => ({
  ...one(set, 'coding', repository, session),
  id: `${repository}-${session.slice(0, 8)}-late`,
  upTo: 270_000,
})

/** Of sessions that were sat at other points: an earlier or later one, by how long the history may be there. */
const mid = (set: SetName, repository: string, session: string, upTo: number, leastAfter: number): Planned => ({
  ...one(set, 'coding', repository, session),
  id: `${repository}-${session.slice(0, 8)}-mid`,
  upTo,
  leastAfter,
})

const one = (set: SetName, kind: Kind, repository: string, session: string): Planned => ({
  id: `${repository}-${session.slice(0, 8).replace(/\W+$/, '')}`,
  set,
  kind,
  repository,
  sessions: [session],
})

/** The first trial of each task; a shift is every second one, so that both have easy and hard customers. */
const airline = (rest: number) =>
  Array.from({ length: 50 }, (_, task) => task)
    .filter((task) => task % 2 === rest)
    .map((task) => `${task}/0`)

export const PLAN: readonly Planned[] = [
  one('train', 'coding', 'entire-cli', '08940314-9e93-46b1-a598-06bada65ed55'),
  one('train', 'coding', 'entire-cli', 'b42aaf1f-96ad-4f7a-9f52-783eb0847649'),
  one('train', 'coding', 'entire-cli', '4a364c97-9dde-4a98-a973-26edea2c0e8b'),
  one('train', 'coding', 'specstory', 'dd4fb067-317f-48c3-ba6f-1f3ed113a8ae'),
  one('train', 'coding', 'specstory', 'a6ac6860-6da6-475f-8e07-4dba0498cd72'),
  late('train', 'specstory', 'dd4fb067-317f-48c3-ba6f-1f3ed113a8ae'),
  late('train', 'entire-cli', '4a364c97-9dde-4a98-a973-26edea2c0e8b'),
  late('train', 'specstory', 'a6ac6860-6da6-475f-8e07-4dba0498cd72'),
  one('train', 'research', 'deer-flow', '1f0f93a3-a7da-6626-805f-1784cc55f489'),
  { id: 'tau-bench-even', set: 'train', kind: 'support', repository: 'tau-bench', sessions: airline(0) },
  {
    id: 'livemcpbench-a',
    set: 'train',
    kind: 'office',
    repository: 'livemcpbench',
    sessions: [
      '0e3287cb-c0ff-4d2a-8c3d-d8833014a7b0',
      '6b7fc66e-fe96-4403-9a52-df5afa53ab68',
      '9fc8b7f3-776c-4756-bb84-a7ae667521a9',
      '4d7582c4-5013-4275-9621-1e7fbb5fb0c1',
      '9bc7feb8-2db9-4c5b-8ad9-44ff15748bf6',
    ],
  },
  one('others', 'coding', 'entire-cli', 'c35cf82b-0486-4d17-94d7-7fa36376faff'),
  one('others', 'coding', 'pi-mono', 'd703a1a9-1b7b-4fb1-b512-c9738b1fe617'),
  one('others', 'coding', 'episodic-memory', '9a9eadc8-c1f1-493e-a0f1-884aa996b05b'),
  one('others', 'coding', 'specstory', '900381b1-a3a0-4a57-989b-30961602a92d'),
  one('others', 'coding', 'claude-code-log', '37f83ec9-f2ea-42a9-925e-0d5c105cb6e8'),
  one('others', 'research', 'deer-flow-replay', 'nanjing-traditional-dishes.txt.gz#0'),
  { id: 'tau-bench-odd', set: 'others', kind: 'support', repository: 'tau-bench', sessions: airline(1) },
  {
    id: 'livemcpbench-b',
    set: 'others',
    kind: 'office',
    repository: 'livemcpbench',
    sessions: [
      '88ccea26-01f6-4db6-ba95-6b2a73c0488b',
      '56d7fbdb-ebd6-41fe-a5d6-cd21dbc59fd8',
      '4aa079dd-9d2d-440d-a654-9ba9cb3868b0',
      'fbe982c3-4142-40ec-8541-e06d7ab2e399',
      '2e190c2a-8aab-44e1-896d-671cb3fcc495',
    ],
  },
  one('further', 'coding', 'entire-cli', '9d7a9d52-7eb4-427d-847d-ee5451884f3d'),
  one('further', 'coding', 'specstory', '019ef4d8-4d55-7ad1-8ef5-7b187afd22a2'),
  {
    id: 'openhands-ponyc',
    set: 'further',
    kind: 'coding',
    repository: 'openhands',
    sessions: ['ponylang__ponyc-4595', 'ponylang__ponyc-4593', 'ponylang__ponyc-4588'],
  },
  {
    id: 'swe-agent-ctf',
    set: 'further',
    kind: 'coding',
    repository: 'swe-agent',
    sessions: [
      'ctf_crypto_BabyTimeCapsule.traj.gz#0',
      'ctf_forensics_flash.traj.gz#0',
      'ctf_rev_rock.traj.gz#0',
      'ctf_crypto_katy.traj.gz#0',
      'ctf_web_i_got_id_demo.traj.gz#0',
    ],
  },
  {
    id: 'claude-code-viewer',
    set: 'further',
    kind: 'coding',
    repository: 'claude-code-viewer',
    sessions: [
      '1af7fc5e-8455-4414-9ccd-011d40f70b2a',
      '5c0375b4-57a5-4f26-b12d-d022ee4e51b7',
      'fe5e1c67-53e7-4862-81ae-d0e013e3270b',
    ],
  },
  {
    id: 'webvoyager',
    set: 'further',
    kind: 'web',
    repository: 'webvoyager',
    sessions: ['Cambridge_Dictionary_29', 'Google_Flights_8', 'Booking_1', 'ArXiv_11', 'Huggingface_3', 'Apple_17'].map(
      (task) => `task${task}.json.gz#0`,
    ),
  },
  one('fresh', 'coding', 'entire-cli', '6113e919-67d3-417b-b525-c63700228d19'),
  one('fresh', 'coding', 'entire-cli', '44df7d08-6bc4-4532-bef8-167ea3797cee'),
  one('fresh', 'coding', 'entire-cli', 'a318ad73-17a2-4575-845d-8952a1e5958b'),
  one('fresh', 'coding', 'specstory', '28a0b619-147f-483f-bfcc-a4d48d212fd0'),
  {
    id: 'deer-flow-shift',
    set: 'fresh',
    kind: 'research',
    repository: 'deer-flow',
    sessions: [
      '1f0f46d7-77ea-64ca-802c-0462f9bf4fdd',
      '1f0f99e8-0d7c-62d2-8051-7cb8958145fe',
      '1f0fc106-78c6-65de-8020-8ecc6aa75e23',
      '1f0f9f29-a9d9-615c-8039-9cded5e864ab',
    ],
  },
  {
    id: 'livemcpbench-c',
    set: 'fresh',
    kind: 'office',
    repository: 'livemcpbench',
    sessions: [
      'ef7126b3-45ad-41ab-a191-2272c644d057',
      'afd60e13-2448-4c0f-9aae-2054b91f1ac1',
      'e28e8dcb-3ccb-406d-a2c7-f5670d649979',
      'fa451c3f-23c2-4b03-bcb6-60b49e3a142f',
      'b84fbf2e-2e19-4cc4-ab86-8a32bd0d33ed',
    ],
  },
  one('fourth', 'coding', 'entire-cli', '0276a600-2f22-4d2b-844c-3feb9c5aa108'),
  one('fourth', 'coding', 'entire-cli', 'b00b80af-879f-4265-b95b-48db0938673c'),
  one('fourth', 'coding', 'entire-cli', 'deeac353-0765-4439-9056-293619a99172'),
  one('fourth', 'coding', 'entire-cli', 'eb4bcc15-3ff5-4d73-bac5-9bc1d786b2bb'),
  {
    id: 'tau-bench-again',
    set: 'fourth',
    kind: 'support',
    repository: 'tau-bench',
    sessions: airline(0).map((task) => task.replace('/0', '/2')),
  },
  one('fifth', 'coding', 'entire-cli', '3a782158-6c7c-4d4d-9c73-eae031da5b18'),
  one('fifth', 'coding', 'entire-cli', '0d28c0d4-9f7d-42bc-9147-4c207384bdad'),
  one('fifth', 'coding', 'entire-cli', '85f99978-1851-42ee-9aac-0c9fe2e61b70'),
  {
    id: 'entire-cli-shift',
    set: 'fifth',
    kind: 'coding',
    repository: 'entire-cli',
    sessions: [
      '2a55af89-4e4f-4460-b18f-42a07287ae76',
      '1ed0d37a-9354-425e-8c83-f090dfad6fc1',
      'd1423492-e4f5-4a86-a997-1f1c8d09a940',
    ],
    upTo: 270_000,
  },
  one('fifth', 'coding', 'claude-code-log', '7acd37a8-2745-4b58-a8a9-46164b22ad9e'),
  late('sixth', 'entire-cli', '6113e919-67d3-417b-b525-c63700228d19'),
  late('sixth', 'specstory', '28a0b619-147f-483f-bfcc-a4d48d212fd0'),
  late('sixth', 'entire-cli', 'c35cf82b-0486-4d17-94d7-7fa36376faff'),
  late('sixth', 'entire-cli', '9d7a9d52-7eb4-427d-847d-ee5451884f3d'),
  one('sixth', 'coding', 'entire-cli', '15f99783-ab13-4526-902c-0ca770a5d70e'),
  one('sixth', 'coding', 'entire-cli', 'dc577197-3905-4039-9b27-8ab77a6b087f'),
  // The eighth: no session of these repositories was tuned on; of agentv those of earlier weeks were (replay/parts.ts).
  { ...late('eighth', 'context-evaluator', '8ecab05f-4481-43d6-9428-a6b177981877'), leastAfter: 20 },
  { ...late('eighth', 'context-evaluator', '8209f1c2-ccba-4dd6-8b9e-8d6d142183e2'), leastAfter: 20 },
  one('eighth', 'coding', 'context-evaluator', 'f1681958-e329-492a-bece-56ac78ecaa08'),
  late('eighth', 'agentv-codex', '019f1111-d27a-7922-bc85-6667a164e1c3'),
  late('eighth', 'agentv-codex', '019f17a5-6d3f-7470-9097-c70f6cefe936'),
  late('eighth', 'pi-mono', 'd703a1a9-1b7b-4fb1-b512-c9738b1fe617'),
  {
    id: 'claude-code-log-shift',
    set: 'eighth',
    kind: 'coding',
    repository: 'claude-code-log',
    sessions: [
      '12a546d1-83a7-49a6-abba-5400db340b43',
      '07f2e15c-a38b-454b-9148-60edc06de401',
      'fe869ecb-c176-478f-9734-7e4b8ef12cff',
      '937c6e6b-27e7-4edd-86f1-ad28f9731841',
      'aa5c5ada-4f1e-4b7f-9d1f-c496b3badde5',
      'cbc0f75b-b36d-4efd-a7da-ac800ea30eb6',
      'b45ad5d8-81fb-4bcb-baba-19d9f503d731',
    ],
  },
  // The ninth: further sessions of the held-out repositories, never examined or read before.
  late('ninth', 'context-evaluator', '4799f814-b4e5-4026-a103-c25a2d038398'),
  one('ninth', 'coding', 'context-evaluator', 'a79e8577-088e-4020-be7a-d941574b478c'),
  one('ninth', 'coding', 'context-evaluator', '598cc9c4-cc88-410f-a833-53348451208e'),
  one('ninth', 'coding', 'context-evaluator', '464878eb-4c98-430c-a91b-32b051328dfb'),
  late('ninth', 'agentv-codex', '019f36b8-7808-7b53-b256-85144c802798'),
  late('ninth', 'agentv-codex', '019f0675-387a-79c2-9e8d-ceb8a30657c9'),
  // The tenth: what was left unread of them after the views of eighth and ninth had been looked at for tuning.
  late('tenth', 'agentv-codex', '019f03e0-321f-7eb2-83cc-b54ecd71be23'),
  late('tenth', 'agentv-codex', '019f1d64-a048-7e10-8a4d-fd6b9e9d7b34'),
  { ...late('tenth', 'agentv-codex', '019f1de1-ca1d-7261-9e32-4d51380144e6'), leastAfter: 8 },
  { ...late('tenth', 'context-evaluator', '33ed38b7-321b-45d5-b23f-a65ed1678324'), leastAfter: 20 },
  { ...late('tenth', 'context-evaluator', '44d06b83-b7e0-4247-8e2c-96860add3e68'), leastAfter: 20 },
  { ...late('tenth', 'context-evaluator', '03a2fe8d-6e7a-4f40-a3dc-0edf362f5aa8'), leastAfter: 20 },
  // The eleventh: the last ones nobody had read; the first and the last were sat, with what was left of the tenth.
  { ...late('eleventh', 'agentv-codex', '019f15f7-b472-7bc3-8651-5547781e25cf'), leastAfter: 20 },
  { ...late('eleventh', 'context-evaluator', '2d14de52-046f-4151-9c9a-8841f80af584'), leastAfter: 20 },
  { ...late('eleventh', 'context-evaluator', '515da1e8-527b-4446-abff-fd9125fb6aac'), leastAfter: 20 },
  { ...late('eleventh', 'context-evaluator', 'a9e81d0e-ac68-490f-95de-9f12a3c7ed23'), leastAfter: 20 },
  { ...late('eleventh', 'context-evaluator', '93db84f8-1b8c-499a-9692-1865cb6f9160'), leastAfter: 20 },
  // The twelfth: sessions of another agent, Copilot CLI, that nobody had read; sat with three of the eleventh nobody had sat.
  { ...late('twelfth', 'agentv-copilot', 'c3f091b3-1a1f-435f-8acb-6c7520106212'), leastAfter: 15 },
  {
    ...late('twelfth', 'agentv-copilot', 'd8-8be769afd1-0-full-jsonl.jsonl.gz#0'),
    id: 'agentv-copilot-d8-8be76-late',
    leastAfter: 15,
  },
  // The thirteenth: other points of sessions that were sat before; their views were read by nobody who changed the hand-over.
  mid('thirteenth', 'pi-mono', 'd703a1a9-1b7b-4fb1-b512-c9738b1fe617', 122_000, 60),
  mid('thirteenth', 'context-evaluator', '8209f1c2-ccba-4dd6-8b9e-8d6d142183e2', 113_000, 20),
  mid('thirteenth', 'context-evaluator', '8ecab05f-4481-43d6-9428-a6b177981877', 119_000, 20),
  mid('thirteenth', 'context-evaluator', '4799f814-b4e5-4026-a103-c25a2d038398', 90_000, 12),
  mid('thirteenth', 'episodic-memory', '9a9eadc8-c1f1-493e-a0f1-884aa996b05b', 70_000, 10),
  mid('thirteenth', 'agentv-codex', '019f03e0-321f-7eb2-83cc-b54ecd71be23', 150_000, 20),
  // The fourteenth, for windows of 128k and 200k: held-out sessions of one project in the order they were held, one agent's week.
  {
    id: 'entire-cli-week',
    set: 'fourteenth',
    kind: 'coding',
    repository: 'entire-cli',
    sessions: [
      'dc577197-3905-4039-9b27-8ab77a6b087f',
      '20b81bf8-77cd-4205-8ac9-727b573a70e4',
      '4fec7ea0-3335-43ec-a178-d4ab47d5aef3',
      '0d28c0d4-9f7d-42bc-9147-4c207384bdad',
    ],
    upTo: 300_000,
    leastAfter: 20,
  },
  {
    id: 'context-evaluator-week',
    set: 'fourteenth',
    kind: 'coding',
    repository: 'context-evaluator',
    sessions: [
      '464878eb-4c98-430c-a91b-32b051328dfb',
      '93db84f8-1b8c-499a-9692-1865cb6f9160',
      '33ed38b7-321b-45d5-b23f-a65ed1678324',
    ],
    upTo: 300_000,
    leastAfter: 20,
  },
  // The fifteenth: the same with other sessions of the two held-out projects.
  {
    id: 'context-evaluator-days',
    set: 'fifteenth',
    kind: 'coding',
    repository: 'context-evaluator',
    sessions: [
      'f1681958-e329-492a-bece-56ac78ecaa08',
      'a79e8577-088e-4020-be7a-d941574b478c',
      '2d14de52-046f-4151-9c9a-8841f80af584',
    ],
    upTo: 300_000,
    leastAfter: 20,
  },
  {
    id: 'agentv-codex-days',
    set: 'fifteenth',
    kind: 'coding',
    repository: 'agentv-codex',
    sessions: [
      '019f15f7-b472-7bc3-8651-5547781e25cf',
      '019f1d64-a048-7e10-8a4d-fd6b9e9d7b34',
      '019f1de1-ca1d-7261-9e32-4d51380144e6',
    ],
    upTo: 300_000,
    leastAfter: 15,
  },
  // The sixteenth, on code as it is now: other points of held-out sessions, and two joined that were sat apart.
  mid('sixteenth', 'agentv-codex', '019f36b8-7808-7b53-b256-85144c802798', 160_000, 20),
  mid('sixteenth', 'agentv-codex', '019f1111-d27a-7922-bc85-6667a164e1c3', 150_000, 20),
  {
    id: 'context-evaluator-pair',
    set: 'sixteenth',
    kind: 'coding',
    repository: 'context-evaluator',
    sessions: ['44d06b83-b7e0-4247-8e2c-96860add3e68', '03a2fe8d-6e7a-4f40-a3dc-0edf362f5aa8'],
    upTo: 180_000,
    leastAfter: 20,
  },
  // The seventeenth: other points and joins of held-out sessions.
  {
    id: 'agentv-copilot-pair',
    set: 'seventeenth',
    kind: 'coding',
    repository: 'agentv-copilot',
    sessions: ['d8-8be769afd1-0-full-jsonl.jsonl.gz#0', 'c3f091b3-1a1f-435f-8acb-6c7520106212'],
    upTo: 130_000,
    leastAfter: 15,
  },
  {
    id: 'entire-cli-days',
    set: 'seventeenth',
    kind: 'coding',
    repository: 'entire-cli',
    sessions: [
      '85f99978-1851-42ee-9aac-0c9fe2e61b70',
      '3a782158-6c7c-4d4d-9c73-eae031da5b18',
      'eb4bcc15-3ff5-4d73-bac5-9bc1d786b2bb',
    ],
    upTo: 280_000,
    leastAfter: 25,
  },
  {
    id: 'context-evaluator-four',
    set: 'seventeenth',
    kind: 'coding',
    repository: 'context-evaluator',
    sessions: [
      '515da1e8-527b-4446-abff-fd9125fb6aac',
      '4799f814-b4e5-4026-a103-c25a2d038398',
      'a9e81d0e-ac68-490f-95de-9f12a3c7ed23',
      '93db84f8-1b8c-499a-9692-1865cb6f9160',
    ],
    upTo: 250_000,
    leastAfter: 20,
  },
]
