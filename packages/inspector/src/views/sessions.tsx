import type { ViewProps } from '../app.tsx'
import type { SessionSummary, Summaries } from '../api.ts'
import { minute, money, percent, plural, visible } from '../format.ts'
import { useLoad } from '../load.ts'
import { Button, Figure, Table } from '../rows.tsx'

/** All sessions of the workspace, and whose they are: what each cost, and what went wrong. */
export function Sessions({ outline, go }: ViewProps) {
  const { value, problem } = useLoad<Summaries>('summaries', outline.head)
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (!value) return <p class="empty">Reading every session …</p>
  const { rows, more } = value
  const scopes = [...new Set(rows.map(({ scope }) => scope))].toSorted()
  return (
    <>
      <dl class="figures">
        <Figure name="sessions" value={String(rows.length + more)} />
        {scopes.length > 1 && <Figure name="users" value={String(scopes.length)} />}
        <Figure name="cost" value={spent(rows)} />
        <Figure name="with trouble" value={String(rows.filter(({ trouble }) => trouble.length > 0).length)} />
      </dl>
      {scopes.length > 1 && (
        <section>
          <h2>By user</h2>
          <Table name="By user" heads={['user', '#sessions', '#cost', '#with trouble', 'last used']}>
            {scopes.map((scope) => {
              const own = rows.filter((row) => row.scope === scope)
              return (
                <tr>
                  <td>{visible(scope || 'this workspace')}</td>
                  <td class="number">{own.length}</td>
                  <td class="number">{spent(own)}</td>
                  <td class="number">{own.filter(({ trouble }) => trouble.length > 0).length || ''}</td>
                  <td>{minute(Math.max(...own.map(({ last }) => last)))}</td>
                </tr>
              )
            })}
          </Table>
        </section>
      )}
      <h2>Sessions</h2>
      <Table name="Sessions" heads={HEADS}>
        {rows.map((row) => (
          <tr>
            <td>
              <Button act={() => go({ session: row.id, tab: 'timeline' })}>{visible(row.name)}</Button>
              {row.scope !== '' && <span class="dim"> {visible(row.scope)}</span>}
            </td>
            <td class="number">
              {row.costs && `${row.costs.estimated ? '≈ ' : ''}${money(row.costs.cost, row.costs.currency)}`}
              {row.costs && row.earlier !== undefined && ` + ${money(row.earlier, row.costs.currency)} earlier`}
            </td>
            <td class="number">{row.costs?.unmanaged ? percent(row.costs.cost / row.costs.unmanaged) : ''}</td>
            <td class={row.trouble.length > 0 ? 'bad' : 'dim'}>{row.trouble.map(visible).join('; ') || 'none'}</td>
            <td class="number">{row.messages}</td>
            <td class="number">{row.costs?.requests}</td>
            <td class="number">{row.epochs}</td>
            <td class="number">{row.costs && row.costs.requests > 0 && percent(row.costs.cached)}</td>
            <td class="nowrap">{minute(row.last)}</td>
          </tr>
        ))}
      </Table>
      {more > 0 && <p class="dim">{plural(more, 'older session')} not shown.</p>}
    </>
  )
}

const HEADS = [
  ...['session', '#cost', '#of sending everything', 'trouble'],
  ...['#messages', '#requests', '#epochs', '#cached', 'last used'],
]

/** Dollars and tokens are never added up. */
function spent(rows: readonly SessionSummary[]): string {
  const sums = (['dollars', 'tokens'] as const).flatMap((currency) => {
    const sum = rows.reduce(
      (all, { costs, earlier = 0 }) => all + (costs?.currency === currency ? costs.cost + earlier : 0),
      0,
    )
    return sum > 0 ? [`${money(sum, currency)}${currency === 'tokens' ? ' tokens' : ''}`] : []
  })
  return sums.join(' + ') || '–'
}
