import { useQuery } from '@tanstack/react-query'
import { medina } from '../../api.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Code, Copied, Time } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { ErrorExplained, MessageState } from './message-state.tsx'
import { Template } from './template.tsx'

/** A message by its id, or a template by its code and channel. */
export function MessageOrTemplate({ id }: { id: string }) {
  const [code, channel] = id.split('.')
  if (code && channel) return <Template code={code} channel={channel} />
  return <Message id={id} />
}

/** A message and its delivery. Its text is not stored. */
function Message({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['messages', id], queryFn: async () => medina.notifications.get(id) })
  const mayTemplates = useMay('listTemplates')
  const { messages: t, people } = text()
  return (
    <Page
      title={query.data?.templateCode ?? t.message}
      above={{ href: '/messages', title: t.tabs.messages }}
      lead={<Copied value={id} />}
    >
      <Loaded query={query}>
        {(message) => (
          <>
            {message.lastError && (message.status === 'FAILED' || message.status === 'QUEUED') && (
              <p className="notice">
                <ErrorExplained error={message.lastError} />
              </p>
            )}
            <Facts>
              <Fact name={t.status}>
                <MessageState status={message.status} />
              </Fact>
              <Fact name={t.channel}>{message.channel && (people.channels[message.channel] ?? message.channel)}</Fact>
              <Fact name={people.fields.language}>
                {message.language && (people.languages[message.language] ?? message.language)}
              </Fact>
              <Fact name={t.recipient}>
                {message.recipientUserId && (
                  <Anchor href={`/people/${message.recipientUserId}`}>
                    <Code>{message.recipientUserId}</Code>
                  </Anchor>
                )}
              </Fact>
              <Fact name={t.about}>{message.about.length > 0 && <Code>{message.about.join(' ')}</Code>}</Fact>
              <Fact name={t.provider}>{message.providerMessageId && <Code>{message.providerMessageId}</Code>}</Fact>
              <Fact name={t.created}>
                <Time at={message.createdAt} withSeconds />
              </Fact>
              <Fact name={t.statuses.SENT!}>{message.sentAt && <Time at={message.sentAt} withSeconds />}</Fact>
              <Fact name={t.statuses.DELIVERED!}>
                {message.deliveredAt && <Time at={message.deliveredAt} withSeconds />}
              </Fact>
              <Fact name={t.statuses.READ!}>{message.readAt && <Time at={message.readAt} withSeconds />}</Fact>
              <Fact name={t.statuses.FAILED!}>{message.failedAt && <Time at={message.failedAt} withSeconds />}</Fact>
              <Fact name={t.lastError}>{message.lastError && <Code>{message.lastError}</Code>}</Fact>
            </Facts>
            {mayTemplates && message.channel && (
              <p className="below">
                <Anchor href={`/messages/${message.templateCode}.${message.channel}`}>{t.toTemplate}</Anchor>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
