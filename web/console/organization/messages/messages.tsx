import { useSearchParams } from 'wouter'
import type { Message } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Code, Time } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { ErrorExplained, MessageState } from './message-state.tsx'
import { Templates } from './templates.tsx'

/** Sent messages, and templates. The tab is in the address. */
export function Messages() {
  const [parameters] = useSearchParams()
  const mayTemplates = useMay('listTemplates')
  const t = text().messages
  const tabs = [
    { name: 'messages', title: t.tabs.messages, href: '/messages' },
    ...(mayTemplates ? [{ name: 'templates', title: t.tabs.templates, href: '/messages?tab=templates' }] : []),
  ]
  const isTemplates = mayTemplates && parameters.get('tab') === 'templates'
  return (
    <Page title={words().screens.messages} lead={isTemplates ? t.templates.lead : t.lead}>
      <Tabs label={words().screens.messages} tabs={tabs} current={isTemplates ? 'templates' : 'messages'} />
      {isTemplates ? <Templates /> : <Sent />}
    </Page>
  )
}

function Sent() {
  const filters = useFilters(['status', 'channel', 'templateCode', 'recipientUserId', 'from', 'to'])
  const { status, channel, templateCode, recipientUserId, from, to } = filters.values
  const mayOpenPeople = useMay('registerPatient')
  const { messages: t, people } = text()
  const columns: Column<Message>[] = [
    {
      title: t.template,
      cell: ({ id, templateCode }) => (
        <Anchor href={`/messages/${id}`} className="row-link">
          <Code>{templateCode}</Code>
        </Anchor>
      ),
    },
    { title: t.status, cell: ({ status }) => <MessageState status={status} /> },
    { title: t.channel, cell: ({ channel }) => (channel ? (people.channels[channel] ?? channel) : '–') },
    {
      title: t.recipient,
      cell: ({ recipientUserId }) =>
        recipientUserId && mayOpenPeople ? (
          <Anchor href={`/people/${recipientUserId}`}>
            <Code>{recipientUserId}</Code>
          </Anchor>
        ) : recipientUserId ? (
          <Code>{recipientUserId}</Code>
        ) : (
          '–'
        ),
    },
    {
      title: t.reason,
      cell: ({ status, lastError }) =>
        lastError && (status === 'FAILED' || status === 'QUEUED') ? <ErrorExplained error={lastError} isShort /> : '–',
    },
    { title: t.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <>
      <Filters
        filters={filters}
        choices={[
          { name: 'status', label: t.status, options: Object.entries(t.statuses) },
          { name: 'channel', label: t.channel, options: Object.entries(people.channels) },
        ]}
        texts={[
          { name: 'templateCode', label: t.template },
          { name: 'recipientUserId', label: t.recipientId },
        ]}
        times
      />
      <List
        name={['messages', filters.values]}
        filters={filters}
        fetchPage={(cursor, signal) =>
          medina.notifications.list(
            {
              ...(status && { status: [status] }),
              ...(channel && { channel: [channel] }),
              ...{ templateCode, recipientUserId, from, to, pageSize: 50, ...cursor },
            },
            { signal },
          )
        }
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => <Table label={t.tabs.messages} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
    </>
  )
}
