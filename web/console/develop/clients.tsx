import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { Client, ClientWithSecret } from '../../../clients/javascript/src/medina.ts'
import { medina, queries, sessions } from '../api.ts'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Checks, Choice, MutationForm, TextField } from '../parts/form.tsx'
import { List, useFilters } from '../parts/list.tsx'
import { Page } from '../parts/page.tsx'
import { SecretOnce } from '../parts/secret.tsx'
import { type Column, Empty, Loaded, Table } from '../parts/table.tsx'
import { Code, Time } from '../parts/text.tsx'
import { scopesOf } from '../session.ts'
import { ClientState } from './client-state.tsx'
import { text } from './words/index.ts'

/** The OAuth clients of the organisation, and a dialog to create one. */
export function Clients() {
  const filters = useFilters([])
  const [isAdding, setAdding] = useState(false)
  const t = text().clients
  const columns: Column<Client>[] = [
    {
      title: t.name,
      cell: ({ id, name }) => (
        <Anchor href={`/clients/${encodeURIComponent(id)}`} className="row-link">
          <bdi>{name}</bdi>
        </Anchor>
      ),
    },
    { title: t.id, cell: ({ id }) => <Code>{id}</Code>, isMinor: true },
    { title: t.actsAs, cell: ({ actsAs }) => <bdi>{actsAs.name}</bdi> },
    { title: text().deliveries.state, cell: (client) => <ClientState client={client} /> },
    { title: t.scopes, cell: ({ scopes }) => scopes.length, isNumber: true },
    { title: t.created, cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
  ]
  const add = (
    <Button look="main" icon="plus" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <Page title={words().screens.clients} lead={t.lead} actions={add}>
      <List
        name={['clients', 'list']}
        filters={filters}
        fetchPage={(cursor, signal) => medina.clients.list({ pageSize: 50, ...cursor }, { signal })}
        empty={<Empty title={t.empty}>{add}</Empty>}
      >
        {(rows) => <Table label={words().screens.clients} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </List>
      {isAdding && <AddClient onClose={() => setAdding(false)} />}
    </Page>
  )
}

/** Roles of users as whom a client can act. */
const ACTING_ROLES = ['ADMIN', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY', 'RECEPTIONIST']
const STAFF_AT_MOST = 300

function AddClient({ onClose }: { onClose: () => void }) {
  const { session } = useSyncExternalStore(sessions.subscribe, sessions.state)
  const staff = useQuery({
    queryKey: ['users', 'staff'],
    queryFn: async () => medina.users.list({ role: ACTING_ROLES, pageSize: 100 }).all(STAFF_AT_MOST),
  })
  const [name, setName] = useState('')
  const [actsAs, setActsAs] = useState(session?.user.id ?? '')
  const [scopes, setScopes] = useState<string[]>([])
  const [added, setAdded] = useState<ClientWithSecret>()
  const [, goTo] = useLocation()
  const create = useMutation({
    mutationFn: async () => medina.clients.create({ name, actsAs, scopes }),
    onSuccess: async ({ client }) => {
      setAdded(client)
      await queries.invalidateQueries({ queryKey: ['clients'] })
    },
  })
  const t = text().clients
  if (added?.secret)
    return (
      <SecretOnce
        title={t.added}
        name={`${t.secret} (${added.id})`}
        secret={added.secret}
        onClose={() => goTo(`/clients/${encodeURIComponent(added.id)}`)}
      />
    )
  return (
    <Dialog title={t.add} onClose={onClose}>
      <Loaded query={staff}>
        {(people) => (
          <MutationForm mutation={create} button={t.add}>
            <TextField
              label={t.name}
              hint={t.nameHint}
              required
              value={name}
              onChange={setName}
              fault={faultOf(create.error, 'name')}
            />
            <Choice
              label={t.actsAs}
              hint={t.actsAsHint}
              value={actsAs}
              options={people
                .filter(({ disabled }) => !disabled)
                .map((user) => [user.id, `${user.name} (${user.role})`])}
              onChange={setActsAs}
              fault={faultOf(create.error, 'actsAs')}
            />
            <Checks
              label={t.scopes}
              hint={t.scopesHint}
              values={scopes}
              options={(session ? scopesOf(session) : []).map((scope) => [scope, scope])}
              onChange={setScopes}
              fault={faultOf(create.error, 'scopes')}
            />
          </MutationForm>
        )}
      </Loaded>
    </Dialog>
  )
}
