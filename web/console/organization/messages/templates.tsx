import { useQuery } from '@tanstack/react-query'
import type { Template } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Filters } from '../../parts/filters.tsx'
import { useFilters } from '../../parts/list.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Empty, Loaded, Table } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { text } from '../words/index.ts'

/** The texts of one code and channel, in all languages. */
type Group = { code: string; channel: string; purpose: string; own: string[]; sendable: boolean }

/** More than the platform's templates and 200 of the organisation have in all channels and languages. */
const READ_AT_MOST = 5000
const CACHED_MS = 60_000

const templatesQuery = {
  queryKey: ['templates', 'all'],
  queryFn: async () => medina.templates.list({ pageSize: 100 }).all(READ_AT_MOST),
  staleTime: CACHED_MS,
}

function groupsOf(templates: readonly Template[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { code, channel, language, purpose, own, sendable } of templates) {
    const key = `${code}.${channel}`
    const group = groups.get(key) ?? { code, channel, purpose, own: [], sendable }
    if (own) group.own.push(language)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** All templates by code and channel. The list is short, so it is filtered in the browser. */
export function Templates() {
  const filters = useFilters(['code', 'channel', 'text'])
  const { code = '', channel, text: which } = filters.values
  const query = useQuery(templatesQuery)
  const { messages, people } = text()
  const t = messages.templates
  const columns: Column<Group>[] = [
    {
      title: messages.template,
      cell: ({ code, channel }) => (
        <Anchor href={`/messages/${code}.${channel}`} className="row-link">
          <Code>{code}</Code>
        </Anchor>
      ),
    },
    { title: messages.channel, cell: ({ channel }) => people.channels[channel] ?? channel },
    { title: t.purpose, cell: ({ purpose }) => t.purposes[purpose] ?? purpose },
    {
      title: t.text,
      cell: ({ own, sendable }) => {
        if (own.length > 0)
          return <State tone="good">{`${t.own}: ${own.map((one) => people.languages[one] ?? one).join(', ')}`}</State>
        return <State tone="off">{sendable ? t.platform : t.platformAlone}</State>
      },
    },
  ]
  const matches = (group: Group) =>
    group.code.includes(code.trim().toUpperCase()) &&
    (!channel || group.channel === channel) &&
    (!which || (which === 'own' ? group.own.length > 0 : which === 'sendable' ? group.sendable : !group.sendable))
  return (
    <>
      <Filters
        filters={filters}
        texts={[{ name: 'code', label: messages.template }]}
        choices={[
          { name: 'channel', label: messages.channel, options: Object.entries(people.channels) },
          { name: 'text', label: t.text, options: Object.entries(t.kinds) },
        ]}
      />
      <Loaded query={query} rows={8}>
        {(templates) => {
          const shown = groupsOf(templates).filter(matches)
          if (shown.length > 0)
            return (
              <Table
                label={messages.tabs.templates}
                columns={columns}
                rows={shown}
                keyOf={({ code, channel }) => `${code}.${channel}`}
              />
            )
          return (
            <Empty title={words().list.noMatch}>
              <Button onClick={filters.clear}>{words().list.clear}</Button>
            </Empty>
          )
        }}
      </Loaded>
    </>
  )
}
