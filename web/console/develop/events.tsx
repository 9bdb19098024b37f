import { type ReactNode, useEffect, useState } from 'react'
import type { Event } from '../../../clients/javascript/src/medina.ts'
import { medina } from '../api.ts'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Filters } from '../parts/filters.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Empty, Table } from '../parts/table.tsx'
import { Code, Copied, Time } from '../parts/text.tsx'
import { eventKinds } from './event-kinds.ts'
import { text } from './words/index.ts'

/** The number of followed events that are shown. Older ones are in the list. */
const FOLLOWED_AT_MOST = 200
const WAIT_SEC = 20

/** The id of an event's record, which is the first value of its data. */
export function recordOf({ data }: Event): string | undefined {
  const [first] = Object.values(data as object)
  return typeof first === 'string' ? first : undefined
}

/** All events with filters, or new events as they happen. */
export function Events() {
  const filters = useFilters(['event', 'subjectId', 'from', 'to'])
  const { event, subjectId, from, to } = filters.values
  const [isFollowing, setFollowing] = useState(false)
  const [turn, setTurn] = useState(0)
  const t = text().events
  const e = text().event
  const columns: Column<Event>[] = [
    {
      title: e.kind,
      cell: (row) => (
        <Anchor href={`/events/${row.id}`} className="row-link">
          <Code>{row.event}</Code>
        </Anchor>
      ),
    },
    {
      title: e.record,
      cell: (row) => {
        const record = recordOf(row)
        return record ? <Code>{record}</Code> : '–'
      },
    },
    { title: e.time, cell: ({ createdAt }) => <Time at={createdAt} withSeconds /> },
  ]
  const table = (rows: Event[]) => (
    <Table label={words().screens.events} columns={columns} rows={rows} keyOf={({ id }) => id} />
  )
  return (
    <Page
      title={words().screens.events}
      lead={t.lead}
      actions={
        <Button icon="live" look={isFollowing ? 'main' : 'quiet'} onClick={() => setFollowing(!isFollowing)}>
          {isFollowing ? t.stop : t.follow}
        </Button>
      }
    >
      <Filters
        filters={filters}
        texts={[{ name: 'subjectId', label: t.subject }]}
        choices={[{ name: 'event', label: e.kind, options: eventKinds.map((kind) => [kind, kind]) }]}
        times
      />
      {isFollowing ? (
        <Followed key={`${event} ${subjectId} ${turn}`} {...{ event, subjectId }} onRetry={() => setTurn(turn + 1)}>
          {table}
        </Followed>
      ) : (
        <List
          name={['events', filters.values]}
          filters={filters}
          fetchPage={(cursor, signal) =>
            medina.events.list(
              { ...(event && { event: [event] }), ...{ subjectId, from, to, pageSize: 50, ...cursor } },
              { signal },
            )
          }
          empty={
            <Empty title={t.empty}>
              <p>{t.emptyText}</p>
              <Copied value={'npx medina sandbox trigger --event appointment.created'} />
            </Empty>
          }
        >
          {table}
        </List>
      )}
    </Page>
  )
}

type FollowedProps = {
  event: string | undefined
  subjectId: string | undefined
  onRetry: () => void
  children: (rows: Event[]) => ReactNode
}

/** Follows new events, newest first. */
function Followed({ event, subjectId, onRetry, children }: FollowedProps) {
  const [rows, setRows] = useState<Event[]>([])
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    const { signal, abort } = newController()
    const filter = { ...(event && { event: [event] }), subjectId }
    const follow = async () => {
      const [newest] = (await medina.events.list({ pageSize: 1 }, { signal })).items
      const list = medina.events.list({ ...filter, after: newest?.id ?? 'start', wait: WAIT_SEC }, { signal })
      for await (const one of list) setRows((rows) => [one, ...rows].slice(0, FOLLOWED_AT_MOST))
    }
    follow().catch((error) => {
      if (!signal.aborted) setFailure(error)
    })
    return abort
  }, [event, subjectId])
  return (
    <>
      <p className="live" role="status">
        {text().events.following}
      </p>
      {failure !== undefined && <Failed error={failure} onRetry={onRetry} />}
      {rows.length > 0 && children(rows)}
    </>
  )
}

function newController() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
