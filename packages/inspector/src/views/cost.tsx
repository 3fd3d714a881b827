import type { ViewProps } from '../app.tsx'
import type { CostRow, CostView } from '../api.ts'
import { money, percent, plural, time, tokens, visible } from '../format.ts'
import { useLoad } from '../load.ts'
import { Button, Figure, Table } from '../rows.tsx'

export function Cost({ outline, go }: ViewProps) {
  const { value, problem } = useLoad<CostView>(`s/${encodeURIComponent(outline.session)}/cost`, outline.head)
  if (problem !== undefined) return <p class="problem">{problem}</p>
  if (!value) return <p class="empty">Loading …</p>
  const { session, currency } = value
  return (
    <>
      <dl class="figures">
        <Figure name={session.estimated ? 'cost, estimated' : 'cost'} value={money(session.cost, currency)} />
        <Figure name="sending everything" value={money(session.unmanaged ?? Number.NaN, currency)} />
        <Figure name="of sending everything" value={percent(session.cost / Math.max(1e-9, session.unmanaged ?? 0))} />
        <Figure name="from the cache" value={percent(session.cached)} />
        <Figure name="would not have fitted" value={String(value.overWindow)} />
        <Figure name="breaks of the cache" value={String(value.breaks.length)} />
        {value.earlier && (
          <Figure
            name={`an earlier conversation, ${plural(value.earlier.requests, 'request')}`}
            value={money(value.earlier.cost, currency)}
          />
        )}
      </dl>
      <p class="dim">
        {currency === 'tokens'
          ? 'In tokens of plain input: cached 0.1, written 1.25, output 5. '
          : 'In dollars, by list price. '}
        {session.estimated &&
          'No bills are in this log, so the bills are estimated from what stayed the same between requests. '}
        Sending everything: the same requests with the whole conversation in them.
      </p>
      <div class="tables">
        <CostTable name="Between epochs" of="stretch" rows={value.epochs} currency={currency} />
        <CostTable name="By day" of="day" rows={value.days} currency={currency} />
        <CostTable name="By model" of="model" rows={value.models} currency={currency} />
      </div>
      <h2>Breaks of the cache</h2>
      {value.breaks.length === 0 && <p class="dim">None.</p>}
      {value.breaks.length > 0 && (
        <Table name="Breaks of the cache" heads={['#request', '-time', '#-expected', '#-read', '#extra', 'cause']}>
          {value.breaks.map((each) => (
            <tr>
              <td class="number">
                <Button
                  act={() =>
                    go({
                      session: outline.session,
                      tab: 'request',
                      query: { r: String(each.request), with: 'before' },
                    })
                  }
                >
                  {each.request + 1}
                </Button>
              </td>
              <td class="nowrap wide">{time(each.at)}</td>
              <td class="number wide">{tokens(each.expected)}</td>
              <td class="number wide">{tokens(each.read)}</td>
              <td class="number">{money(each.money, currency)}</td>
              <td>{visible(each.cause)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}

type CostTableProps = { name: string; of: string; rows: readonly CostRow[]; currency: 'dollars' | 'tokens' }

function CostTable({ name, of, rows, currency }: CostTableProps) {
  const hasUnmanaged = rows.some((row) => row.unmanaged !== undefined)
  const most = Math.max(1e-9, ...rows.map((row) => Math.max(row.cost, row.unmanaged ?? 0)))
  return (
    <section>
      <h2>{name}</h2>
      <Table name={name} heads={[of, '#requests', '#cost', ...(hasUnmanaged ? ['#everything'] : []), '#cached']}>
        {rows.map((row) => (
          <tr>
            <td>
              <span class="meter">
                <i style={{ width: `${(row.cost / most) * 100}%` }} />
              </span>
              {visible(row.name)}
            </td>
            <td class="number">{row.requests}</td>
            <td class="number">{money(row.cost, currency)}</td>
            {hasUnmanaged && <td class="number">{money(row.unmanaged ?? Number.NaN, currency)}</td>}
            <td class="number">{percent(row.cached)}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
