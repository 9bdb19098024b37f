import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Webhook as WebhookRecord } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { count, fill, words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Figure } from '../parts/bars.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { Failed } from '../parts/failed.tsx'
import { MutationForm } from '../parts/form.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Loaded } from '../parts/table.tsx'
import { Code, Copied, number, Time, textOfTime } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { useSetting } from '../settings.ts'
import { DeliveryCharts } from './delivery-charts.tsx'
import { eventKinds } from './event-kinds.ts'
import { GraceDialog } from './grace-dialog.tsx'
import { KindChoice } from './kind-choice.tsx'
import { WebhookForm, type WebhookInput } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'
import { text } from './words/index.ts'

type Opened = 'edit' | 'rotate' | 'test' | 'delete' | undefined

const UPDATED_EVERY_MS = 10_000

/** A webhook with its delivery statistics and actions. */
export function Webhook({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['webhooks', id],
    queryFn: async () => medina.webhooks.get(id).withMeta(),
  })
  const statistics = useQuery({
    queryKey: ['webhooks', id, 'statistics'],
    queryFn: async () => medina.webhooks.getStatistics(id, { hours: 24 }),
    refetchInterval: UPDATED_EVERY_MS,
  })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const switchOn = useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? medina.webhooks.enable(id) : medina.webhooks.disable(id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const t = text().webhooks
  const webhook = query.data?.data
  return (
    <Page
      title={t.one}
      above={{ href: '/webhooks', title: words().screens.webhooks }}
      lead={<Copied value={id} />}
      actions={
        webhook && (
          <>
            <Button onClick={() => setOpened('test')}>{t.test}</Button>
            <Button onClick={() => setOpened('edit')}>{t.edit}</Button>
            <Button onClick={() => setOpened('rotate')}>{t.rotate}</Button>
            <Button isBusy={switchOn.isPending} onClick={() => switchOn.mutate(webhook.status !== 'ENABLED')}>
              {webhook.status === 'ENABLED' ? t.disable : t.enable}
            </Button>
            <Button onClick={() => setOpened('delete')}>{t.delete}</Button>
          </>
        )
      }
    >
      {switchOn.error && <Failed error={switchOn.error} />}
      <Loaded query={query}>
        {({ data }) => (
          <Facts>
            <Fact name={t.url}>
              <Code>{data.url}</Code>
            </Fact>
            <Fact name={t.redundantUrl}>{data.redundantUrl && <Code>{data.redundantUrl}</Code>}</Fact>
            <Fact name={text().deliveries.state}>
              <WebhookState webhook={data} />
            </Fact>
            <Fact name={t.description}>{data.description && <bdi>{data.description}</bdi>}</Fact>
            <Fact name={t.client}>
              <Anchor href={`/clients/${encodeURIComponent(data.clientId)}`}>
                <Code>{data.clientId}</Code>
              </Anchor>
            </Fact>
            <Fact name={t.kinds}>{data.events.length === 0 ? words().all : <Code>{data.events.join(', ')}</Code>}</Fact>
            <Fact name={t.failingSince}>{data.failingSince && <Time at={data.failingSince} />}</Fact>
            <Fact name={t.rotation}>{data.rotation && <Rotation rotation={data.rotation} />}</Fact>
          </Facts>
        )}
      </Loaded>
      <Section
        title={t.statistics}
        actions={<Anchor href={`/deliveries?webhookId=${id}`}>{words().screens.deliveries}</Anchor>}
      >
        <Loaded query={statistics} rows={2}>
          {(s) => (
            <>
              <dl className="figures">
                <Figure name={t.succeeded} tone="good">
                  {number(s.succeeded)}
                </Figure>
                <Figure name={t.failed} {...(s.failed > 0 && { tone: 'bad' as const })}>
                  {number(s.failed)}
                </Figure>
                <Figure name={t.rate}>
                  {s.successRate === null ? '–' : number(s.successRate, { style: 'percent', maximumFractionDigits: 1 })}
                </Figure>
                <Figure name={t.p50}>{s.p50Ms === null ? '–' : milliseconds(s.p50Ms)}</Figure>
                <Figure name={t.p99}>{s.p99Ms === null ? '–' : milliseconds(s.p99Ms)}</Figure>
                <Figure name={t.pending}>{number(s.pending)}</Figure>
                <Figure name={t.held}>{number(s.held)}</Figure>
              </dl>
              <DeliveryCharts webhookId={id} />
              {s.notices.length > 0 && (
                <ul className="plain">
                  {s.notices.map(({ kind, at }) => (
                    <li key={`${kind} ${at}`}>
                      <Time at={at} /> {t.notices[kind] ?? kind}
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </Loaded>
      </Section>
      {webhook && opened === 'edit' && <Edit webhook={webhook} etag={query.data?.meta.etag} onClose={close} />}
      {webhook && opened === 'rotate' && <Rotate webhook={webhook} onClose={close} />}
      {webhook && opened === 'test' && <Test webhook={webhook} onClose={close} />}
      {webhook && opened === 'delete' && (
        <Delete
          webhook={webhook}
          etag={query.data?.meta.etag}
          waiting={(statistics.data?.pending ?? 0) + (statistics.data?.held ?? 0)}
          onClose={close}
        />
      )}
    </Page>
  )
}

const milliseconds = (n: number) => number(n, { style: 'unit', unit: 'millisecond' })

function Rotation({ rotation: { state, until } }: { rotation: { state: string; until: string } }) {
  const utc = useSetting('utc')
  const t = text().webhooks
  return fill(state === 'NEXT' ? t.rotationNext : t.rotationPrevious, { until: textOfTime(until, utc) })
}

type EditProps = { webhook: WebhookRecord; etag: string | undefined; onClose: () => void }

function Edit({ webhook, etag, onClose }: EditProps) {
  const update = useMutation({
    mutationFn: async ({ url, description, events }: WebhookInput) =>
      medina.webhooks.update(webhook.id, { url, description: description || null, events }, { ifMatch: etag }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const t = text().webhooks
  return (
    <Dialog title={t.edit} onClose={onClose}>
      <WebhookForm
        webhook={webhook}
        onSubmit={update.mutate}
        isBusy={update.isPending}
        error={update.error}
        button={t.save}
      />
    </Dialog>
  )
}

function Rotate({ webhook, onClose }: Omit<EditProps, 'etag'>) {
  const t = text().webhooks
  return (
    <GraceDialog
      title={t.rotate}
      text={t.rotateText}
      label={t.grace}
      button={t.rotateButton}
      name={t.secret}
      renew={async (graceHours) => (await medina.webhooks.rotateSecret(webhook.id, { graceHours })).webhook.secret}
      queryKey="webhooks"
      onClose={onClose}
    />
  )
}

function Test({ webhook, onClose }: Omit<EditProps, 'etag'>) {
  const [kind, setKind] = useState<string>(webhook.events[0] ?? eventKinds[0])
  const [, goTo] = useLocation()
  const test = useMutation({
    mutationFn: async () => medina.webhooks.test(webhook.id, { event: kind }),
    onSuccess: ({ id }) => {
      say(text().webhooks.tested)
      goTo(`/deliveries/${id}`)
    },
  })
  const t = text().webhooks
  return (
    <Dialog title={t.test} onClose={onClose}>
      <p>{t.testText}</p>
      <MutationForm mutation={test} button={t.test}>
        <KindChoice value={kind} onChange={setKind} />
      </MutationForm>
    </Dialog>
  )
}

function Delete({ webhook, etag, waiting, onClose }: EditProps & { waiting: number }) {
  const [, goTo] = useLocation()
  const t = text().webhooks
  return (
    <Confirm
      title={t.delete}
      button={t.delete}
      act={() => medina.webhooks.delete(webhook.id, { ifMatch: etag })}
      onDone={() => {
        queries.removeQueries({ queryKey: ['webhooks', webhook.id] })
        void queries.invalidateQueries({ queryKey: ['webhooks'] })
        goTo('/webhooks')
      }}
      onClose={onClose}
    >
      <p>
        <Code>{webhook.url}</Code>
      </p>
      <p>{count(t.deleteText, waiting)}</p>
    </Confirm>
  )
}
