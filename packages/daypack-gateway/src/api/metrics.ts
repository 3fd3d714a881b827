import type { GatewayStatus } from '../session/status.ts'
import type { Team } from '../door/team.ts'

export function metricsText(status: GatewayStatus, today: ReturnType<Team['today']>): string {
  const { sessions, passed, failedOpen, unwritten } = status
  const all = (pick: (one: GatewayStatus['sessions'][number]) => number) =>
    sessions.reduce((sum, one) => sum + pick(one), 0)
  return [
    ...metric('sessions', 'gauge', 'Sessions that are open.', [['', sessions.length]]),
    ...metric('requests_total', 'counter', 'Turns of conversations.', [['', all((one) => one.requests)]]),
    ...metric('passed_total', 'counter', 'Requests that passed untouched.', [['', passed]]),
    ...metric('failed_open_total', 'counter', 'Requests sent as they came because Daypack failed.', [['', failedOpen]]),
    ...metric('unwritten_bytes', 'gauge', 'Held in memory because the workspace does not take it.', [
      ['', unwritten?.bytes ?? 0],
    ]),
    ...metric('epochs_total', 'counter', 'Times a conversation was told anew.', [['', all((one) => one.epochs)]]),
    ...metric('prompt_tokens_total', 'counter', 'Prompt tokens as billed.', [['', all((one) => one.tokens)]]),
    ...metric('cost_tokens_total', 'counter', 'Cost in plain input tokens.', [['', all((one) => one.cost)]]),
    ...metric(
      'person_requests_today',
      'gauge',
      'Turns of a person in this day of UTC.',
      today.map(({ person, requests }) => [person, requests]),
    ),
    ...metric(
      'person_tokens_today',
      'gauge',
      'Tokens of a person in this day of UTC.',
      today.map(({ person, tokens }) => [person, tokens]),
    ),
    '',
  ].join('\n')
}

function metric(name: string, type: string, help: string, values: readonly (readonly [string, number])[]): string[] {
  if (values.length === 0) return []
  const whole = `daypack_${name}`
  const label = (person: string) => (person === '' ? '' : `{person=${JSON.stringify(person)}}`)
  return [
    `# HELP ${whole} ${help}`,
    `# TYPE ${whole} ${type}`,
    ...values.map(([person, value]) => `${whole}${label(person)} ${value}`),
  ]
}
