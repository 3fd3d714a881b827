import { lastName } from '../../../tools/table.ts'

const WRITES = new Set(
  (
    'update cancel book create write send delete remove add set modify change edit exchange return transfer pay refund ' +
    'charge post put patch insert submit commit approve reject assign close reopen merge move rename upload publish ' +
    'schedule reschedule issue apply enable disable grant revoke place reserve register unregister subscribe unsubscribe ' +
    'deploy restart save store upsert append replace reset confirm sign invite ban lock unlock archive restore reply ' +
    'comment notify email message order purchase buy sell toggle turn make escalate handoff'
  ).split(' '),
)
const LOOKS = new Set(
  (
    'get list search find read fetch lookup look query check calculate compute think describe show view count retrieve ' +
    'inspect explain verify validate estimate preview browse load select scan status route match is has'
  ).split(' '),
)

/** Whether a tool without a place in the table changes something or only looks, by the verb its name begins with. */
export function effectOf(tool: string): 'write' | 'read' | undefined {
  const words = lastName(tool)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  for (const word of words.slice(0, 3)) {
    if (WRITES.has(word)) return 'write'
    if (LOOKS.has(word)) return 'read'
  }
  return undefined
}
