import { useQuery } from '@tanstack/react-query'
import { medina } from '../api.ts'
import { Bars } from '../parts/bars.tsx'
import { Lines } from '../parts/lines.tsx'
import { Loaded } from '../parts/table.tsx'
import { number, textOfTime } from '../parts/text.tsx'
import { useSetting } from '../settings.ts'
import { text } from './words/index.ts'

const UPDATED_EVERY_MS = 60_000

/** Requests of the last seven days by hour, with their durations: to one webhook, or to all of the organisation. */
export function DeliveryCharts({ webhookId }: { webhookId?: string }) {
  const utc = useSetting('utc')
  const query = useQuery({
    queryKey: ['webhooks', 'requests by hour', webhookId],
    queryFn: async () => medina.webhooks.deliveries.getStatistics({ by: 'hour', webhookId }),
    refetchInterval: UPDATED_EVERY_MS,
    select: upToNow,
  })
  const t = text().charts
  return (
    <Loaded query={query} rows={3}>
      {(hours) => {
        const named = hours.map((hour) => ({ ...hour, name: textOfTime(hour.at, utc) }))
        return (
          <div className="charts">
            <Bars
              label={t.requests}
              head={[text().usage.hour, t.all, t.failed]}
              bars={named.map(({ name, succeeded, failed }) => ({ name, value: succeeded + failed, bad: failed }))}
            />
            <Lines
              label={t.durations}
              head={[text().usage.hour, text().webhooks.p50, text().webhooks.p99]}
              points={named.map(({ name, p50Ms, p99Ms }) => ({ name, values: [p50Ms, p99Ms] }))}
              format={(ms) => number(ms, { style: 'unit', unit: 'millisecond' })}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

type Hour = { at: string; succeeded: number; failed: number; p50Ms: number | null; p99Ms: number | null }

/** The hours that have begun. The test clock may be ahead of this one. */
function upToNow(hours: readonly Hour[]): readonly Hour[] {
  const last = hours.findLastIndex(
    ({ at, succeeded, failed }) => Date.parse(at) <= Date.now() || succeeded + failed > 0,
  )
  return hours.slice(0, last + 1)
}
