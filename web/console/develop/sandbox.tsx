import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptMessage, TriggeredEvent } from '../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../api.ts'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, MutationForm } from '../parts/form.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { MomentField, momentOf } from '../parts/moment.tsx'
import { Page, Section } from '../parts/page.tsx'
import { type Column, Empty, Table } from '../parts/table.tsx'
import { Code, number, Time } from '../parts/text.tsx'
import { say } from '../parts/toasts.tsx'
import { eventKinds } from './event-kinds.ts'
import { KindChoice } from './kind-choice.tsx'
import { text } from './words/index.ts'

const OUTBOX_EVERY_MS = 10_000

/** The tools of the sandbox: clock, events on demand, messages, and the reset. */
export function Sandbox() {
  const [isResetting, setResetting] = useState(false)
  const t = text().sandbox
  return (
    <Page
      title={words().screens.sandbox}
      lead={t.lead}
      actions={<Button onClick={() => setResetting(true)}>{t.reset}</Button>}
    >
      <div className="columns">
        <Clock />
        <Trigger />
      </div>
      <Outbox />
      {isResetting && <Reset onClose={() => setResetting(false)} />}
    </Page>
  )
}

/** Says how many records end. */
function Reset({ onClose }: { onClose: () => void }) {
  const t = text().sandbox
  const { data: totals } = useQuery({
    queryKey: ['reset', 'totals'],
    queryFn: async ({ signal }) => {
      const [page, options] = [{ pageSize: 1 }, { signal }]
      const lists = await Promise.all([
        medina.appointments.list(page, options),
        medina.prescriptions.list(page, options),
        medina.invoices.list(page, options),
        medina.notifications.list(page, options),
      ])
      return lists.map(({ total }) => total ?? 0)
    },
    staleTime: 0,
  })
  return (
    <Confirm
      title={t.reset}
      button={t.resetButton}
      act={() => medina.sandbox.reset()}
      onDone={() => {
        onClose()
        say(t.resetDone)
        void queries.invalidateQueries()
      }}
      onClose={onClose}
    >
      <p>{t.resetText}</p>
      <Facts>
        {t.resetRecords.map((name, at) => (
          <Fact key={name} name={name}>
            {totals ? number(totals[at]!) : '…'}
          </Fact>
        ))}
      </Facts>
    </Confirm>
  )
}

const STEPS_SEC = [3600, 86_400, 7 * 86_400, 30 * 86_400]

function Clock() {
  const clock = useQuery({ queryKey: ['clock'], queryFn: async () => medina.sandbox.getClock() })
  const [goal, setGoal] = useState(() => momentOf(Date.now() + 86_400_000))
  const t = text().sandbox
  const move = useMutation({
    // A call moves the clock for at most 20 s of real time, and returns the goal if it is not reached.
    mutationFn: async (first: { advanceSec: number } | { now: string }) => {
      for (let step: typeof first = first; ; ) {
        const { now, goal } = await medina.sandbox.moveClock(step)
        queries.setQueryData(['clock'], now)
        if (Date.parse(now) >= Date.parse(goal)) return now
        step = { now: goal }
      }
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Section title={t.clock}>
      <p>
        {clock.data ? <Time at={clock.data} withSeconds /> : '…'}
        {move.isPending && <span role="status"> {t.moving}</span>}
      </p>
      <p className="hint">{t.clockText}</p>
      <div className="actions">
        {STEPS_SEC.map((advanceSec, at) => (
          <Button key={advanceSec} isBusy={move.isPending} onClick={() => move.mutate({ advanceSec })}>
            {t.steps[at]!}
          </Button>
        ))}
      </div>
      <Form onSubmit={() => move.mutate({ now: goal.at })} isBusy={move.isPending} error={move.error} button={t.moveTo}>
        <MomentField label={t.goal} value={goal} onChange={setGoal} fault={faultOf(move.error, 'now')} />
      </Form>
    </Section>
  )
}

function Trigger() {
  const [kind, setKind] = useState<string>(eventKinds[0])
  const [made, setMade] = useState<TriggeredEvent[]>([])
  const trigger = useMutation({
    mutationFn: async () => medina.sandbox.trigger({ event: kind }),
    onSuccess: async (events) => {
      setMade(events)
      await queries.invalidateQueries()
    },
  })
  const t = text().sandbox
  return (
    <Section title={t.trigger}>
      <p className="hint">{t.triggerText}</p>
      <MutationForm mutation={trigger} button={t.triggerButton}>
        <KindChoice value={kind} onChange={setKind} />
      </MutationForm>
      <div role="status">
        <ul className="plain">
          {made.map(({ id, event }) => (
            <li key={id}>
              <Anchor href={`/events/${id}`}>
                <Code>{event}</Code>
              </Anchor>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

const CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP', 'IN_APP', 'PUSH']

/** The messages, which the sandbox keeps instead of sending them. */
function Outbox() {
  const filters = useFilters(['channel', 'recipientUserId', 'about'])
  const t = text().sandbox
  const columns: Column<KeptMessage>[] = [
    { title: t.channel, cell: ({ channel }) => <Code>{channel}</Code> },
    { title: t.to, cell: ({ to }) => <bdi dir="ltr">{to}</bdi> },
    {
      title: t.message,
      cell: ({ subject, text }) => (
        <details>
          <summary>
            <bdi>{subject ?? text.slice(0, 60)}</bdi>
          </summary>
          <p className="message" dir="auto">
            {text}
          </p>
        </details>
      ),
    },
    { title: t.template, cell: ({ templateCode }) => <Code>{templateCode}</Code>, isMinor: true },
    { title: text().event.time, cell: ({ at }) => <Time at={at} withSeconds /> },
  ]
  return (
    <Section title={t.outbox}>
      <p className="hint">{t.outboxText}</p>
      <Filters
        filters={filters}
        choices={[{ name: 'channel', label: t.channel, options: CHANNELS.map((channel) => [channel, channel]) }]}
        texts={[
          { name: 'recipientUserId', label: t.recipient },
          { name: 'about', label: t.about },
        ]}
      />
      <List
        name={['outbox', filters.values]}
        filters={filters}
        every={OUTBOX_EVERY_MS}
        fetchPage={(cursor, signal) =>
          medina.sandbox.listMessages({ ...filters.values, pageSize: 25, ...cursor }, { signal })
        }
        empty={<Empty title={t.outboxEmpty} />}
      >
        {(rows) => (
          <Table label={t.outbox} columns={columns} rows={rows} keyOf={({ id, channel }) => `${id} ${channel}`} />
        )}
      </List>
    </Section>
  )
}
