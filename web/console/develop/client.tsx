import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { Client as ClientRecord } from '../../../clients/javascript/src/medina.ts'
import { medina, queries, sessions } from '../api.ts'
import { words } from '../language.ts'
import { Anchor } from '../parts/anchor.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { Failed } from '../parts/failed.tsx'
import { faultOf } from '../parts/fault.tsx'
import { Checks, MutationForm, TextField } from '../parts/form.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Loaded } from '../parts/table.tsx'
import { Copied, Time } from '../parts/text.tsx'
import { scopesOf } from '../session.ts'
import { ClientState } from './client-state.tsx'
import { GraceDialog } from './grace-dialog.tsx'
import { text } from './words/index.ts'

type Opened = 'edit' | 'rotate' | 'handOver' | undefined

/** An OAuth client with its scopes, secrets and actions. */
export function Client({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['clients', id], queryFn: async () => medina.clients.get(id).withMeta() })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const switchOn = useMutation({
    mutationFn: async (isOn: boolean) => medina.clients.update(id, { status: isOn ? 'ENABLED' : 'DISABLED' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['clients'] }),
  })
  const t = text().clients
  const client = query.data?.data
  return (
    <Page
      title={client?.name ?? t.one}
      above={{ href: '/clients', title: words().screens.clients }}
      lead={<Copied value={id} />}
      actions={
        client &&
        !client.endedAt && (
          <>
            <Button onClick={() => setOpened('edit')}>{t.edit}</Button>
            <Button onClick={() => setOpened('rotate')}>{t.rotate}</Button>
            <Button onClick={() => setOpened('handOver')}>{t.credentialLink}</Button>
            <Button isBusy={switchOn.isPending} onClick={() => switchOn.mutate(client.status !== 'ENABLED')}>
              {client.status === 'ENABLED' ? t.disable : t.enable}
            </Button>
          </>
        )
      }
    >
      {switchOn.error && <Failed error={switchOn.error} />}
      <Loaded query={query}>
        {({ data }) => (
          <>
            <Facts>
              <Fact name={text().deliveries.state}>
                <ClientState client={data} />
              </Fact>
              <Fact name={t.actsAs}>
                <span>
                  <bdi>{data.actsAs.name}</bdi> ({data.actsAs.role})
                </span>
              </Fact>
              <Fact name={t.created}>
                <Time at={data.createdAt} />
              </Fact>
              <Fact name={t.actingAllowed}>{data.actingAllowedAt && <Time at={data.actingAllowedAt} />}</Fact>
              <Fact name={t.signingAllowed}>{data.signingAllowedAt && <Time at={data.signingAllowedAt} />}</Fact>
              <Fact name={t.ended}>{data.endedAt && <Time at={data.endedAt} />}</Fact>
            </Facts>
            {!data.actingAllowedAt && !data.endedAt && <p className="notice">{t.waitingText}</p>}
            <Section title={t.scopes}>
              <ul className="tags" dir="ltr">
                {data.scopes.map((scope) => (
                  <li key={scope}>
                    <code>{scope}</code>
                  </li>
                ))}
              </ul>
            </Section>
            <Section title={t.secrets}>
              <ul className="plain">
                {data.secrets.map(({ createdAt, expiresAt }) => (
                  <li key={createdAt}>
                    <Time at={createdAt} />
                    {expiresAt && (
                      <>
                        {' → '}
                        <Time at={expiresAt} />
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </Section>
            <p>
              <Anchor href={`/requests?clientId=${encodeURIComponent(id)}`}>{t.requests}</Anchor>
            </p>
          </>
        )}
      </Loaded>
      {client && opened === 'edit' && <Edit client={client} etag={query.data?.meta.etag} onClose={close} />}
      {client && opened === 'rotate' && <Rotate client={client} onClose={close} />}
      {client && opened === 'handOver' && <HandOver client={client} onClose={close} />}
    </Page>
  )
}

type ClientProps = { client: ClientRecord; onClose: () => void }

function Edit({ client, etag, onClose }: ClientProps & { etag: string | undefined }) {
  const { session } = useSyncExternalStore(sessions.subscribe, sessions.state)
  const [name, setName] = useState(client.name)
  const [scopes, setScopes] = useState<string[]>(client.scopes)
  const update = useMutation({
    mutationFn: async () => medina.clients.update(client.id, { name, scopes }, { ifMatch: etag }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['clients'] })
    },
  })
  const t = text().clients
  const offered = new Set([...(session ? scopesOf(session) : []), ...client.scopes])
  return (
    <Dialog title={t.edit} onClose={onClose}>
      <MutationForm mutation={update} button={text().webhooks.save}>
        <TextField label={t.name} required value={name} onChange={setName} fault={faultOf(update.error, 'name')} />
        <Checks
          label={t.scopes}
          hint={t.scopesChangeHint}
          values={scopes}
          options={[...offered].map((scope) => [scope, scope])}
          onChange={setScopes}
          fault={faultOf(update.error, 'scopes')}
        />
      </MutationForm>
    </Dialog>
  )
}

function Rotate({ client, onClose }: ClientProps) {
  const t = text().clients
  return (
    <GraceDialog
      title={t.rotate}
      text={t.rotateText}
      label={t.grace}
      button={t.rotate}
      name={t.secret}
      renew={async (graceHours) => (await medina.clients.rotateSecret(client.id, { graceHours })).client.secret}
      queryKey="clients"
      onClose={onClose}
    />
  )
}

function HandOver({ client, onClose }: ClientProps) {
  const t = text().clients
  return (
    <GraceDialog
      title={t.credentialLink}
      text={t.credentialLinkText}
      label={t.grace}
      button={t.credentialLinkButton}
      name={t.link}
      renew={async (graceHours) => (await medina.clients.handOver(client.id, { graceHours })).handoverUrl}
      queryKey="clients"
      onClose={onClose}
    />
  )
}
