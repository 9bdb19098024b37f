import { useMutation, useQuery } from '@tanstack/react-query'
import type { DeliveryAttempt } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { fill, words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { Failed } from '../parts/failed.tsx'
import { Page, Section } from '../parts/page.tsx'
import { State } from '../parts/state.tsx'
import { Loaded } from '../parts/table.tsx'
import { Code, Copied, number, Time } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { DeliveryState, ErrorExplained } from './delivery-state.tsx'
import { webhooksQuery } from './queries.ts'
import { text } from './words/index.ts'

const UPDATED_EVERY_MS = 5000

/** A delivery with its attempts, and explanations of their errors. */
export function Delivery({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['deliveries', id],
    queryFn: async () => medina.webhooks.deliveries.get(id),
    refetchInterval: UPDATED_EVERY_MS,
  })
  const webhooks = useQuery(webhooksQuery)
  const resend = useMutation({
    mutationFn: async () => medina.webhooks.deliveries.resend(id),
    onSuccess: async () => {
      say(text().deliveries.resent.one!.replace('{n}', number(1)))
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  const { delivery: t, deliveries, event: e } = text()
  return (
    <Page
      title={t.title}
      above={{ href: '/deliveries', title: words().screens.deliveries }}
      lead={<Copied value={id} />}
      actions={
        <Button icon="again" isBusy={resend.isPending} onClick={() => resend.mutate()}>
          {deliveries.resend}
        </Button>
      }
    >
      {resend.error && <Failed error={resend.error} />}
      <Loaded query={query}>
        {(delivery) => (
          <>
            <Facts>
              <Fact name={deliveries.state}>
                <DeliveryState state={delivery.state} /> {delivery.test && <span className="tag">{text().test}</span>}
              </Fact>
              <Fact name={e.kind}>
                <Anchor href={`/events/${delivery.eventId}`}>
                  <Code>{delivery.event}</Code>
                </Anchor>
              </Fact>
              <Fact name={deliveries.webhook}>
                <Anchor href={`/webhooks/${delivery.webhookId}`}>
                  <Code>
                    {webhooks.data?.find((webhook) => webhook.id === delivery.webhookId)?.url ?? delivery.webhookId}
                  </Code>
                </Anchor>
              </Fact>
              <Fact name={t.cause}>{text().triggers[delivery.trigger] ?? delivery.trigger}</Fact>
              <Fact name={deliveries.next}>
                {delivery.nextAttemptAt && <Time at={delivery.nextAttemptAt} withSeconds />}
              </Fact>
            </Facts>
            <Section title={t.attempts}>
              {delivery.attempts.length === 0 && <p>{t.noAttempts}</p>}
              <ol className="attempts">
                {delivery.attempts.map((attempt) => (
                  <li key={`${attempt.attempt} ${attempt.redundant}`}>
                    <Attempt attempt={attempt} />
                  </li>
                ))}
              </ol>
              <p className="soft">{t.retries}</p>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Attempt({
  attempt: { attempt, redundant, at, durationMs, status, error, responseHead },
}: {
  attempt: DeliveryAttempt
}) {
  const t = text().delivery
  return (
    <>
      <p className="attempt-head">
        <State tone={error ? 'bad' : 'good'}>{status === null ? t.noAnswer : String(status)}</State>
        <strong>
          {fill(t.attempt, { n: number(attempt) })}
          {redundant && ` (${t.secondUrl})`}
        </strong>
        <Time at={at} withSeconds />
        <span className="soft">
          {t.took} {number(durationMs, { style: 'unit', unit: 'millisecond' })}
        </span>
      </p>
      {error && (
        <p>
          <ErrorExplained error={error} />
        </p>
      )}
      {responseHead && (
        <details>
          <summary>{t.answerHead}</summary>
          <pre dir="ltr">{responseHead}</pre>
        </details>
      )}
    </>
  )
}
