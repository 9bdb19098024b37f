import { useState } from 'react'
import type { Invitation, Member } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Day } from '../../parts/day.tsx'
import { Filters } from '../../parts/filters.tsx'
import { List, useFilters } from '../../parts/list.tsx'
import { Section } from '../../parts/page.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Empty, Table } from '../../parts/table.tsx'
import { Code, Time } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { InviteDialog } from './invite-dialog.tsx'

export const staffRoles = ['DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY', 'RECEPTIONIST', 'ADMIN'] as const
const professions: readonly string[] = ['DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY']

/** The members of the staff that the user may see, and invitations. */
export function Staff() {
  const filters = useFilters(['role'])
  const { role } = filters.values
  const mayInvite = useMay('createInvitation')
  const mayList = useMay('listInvitations')
  const [isInviting, setInviting] = useState(false)
  const { staff: t, fields, roles } = text().people
  const columns: Column<Member>[] = [
    {
      title: fields.name,
      cell: ({ id, name }) => (
        <Anchor href={`/people/${id}`} className="row-link">
          <bdi>{name}</bdi>
        </Anchor>
      ),
    },
    { title: fields.role, cell: ({ role }) => roles[role] ?? role },
    { title: fields.email, cell: ({ email }) => (email ? <Code>{email}</Code> : '–') },
    { title: t.state, cell: (member) => <MemberState member={member} /> },
    { title: fields.registered, cell: ({ createdAt }) => <Day at={createdAt} />, isMinor: true },
  ]
  return (
    <>
      <Section
        title={t.title}
        actions={
          mayInvite && (
            <Button look="main" icon="plus" onClick={() => setInviting(true)}>
              {t.invite}
            </Button>
          )
        }
      >
        <Filters
          filters={filters}
          choices={[{ name: 'role', label: fields.role, options: staffRoles.map((one) => [one, roles[one] ?? one]) }]}
        />
        <List
          name={['users', 'staff', role]}
          filters={filters}
          fetchPage={(cursor, signal) =>
            medina.users.list({ role: role ? [role] : staffRoles, pageSize: 50, ...cursor }, { signal })
          }
          empty={<Empty title={t.empty} />}
        >
          {(rows) => <Table label={t.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
        </List>
      </Section>
      {mayList && <Invitations />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

/** Whether a member is verified and enabled. */
export function MemberState({ member: { disabled, verified, role } }: { member: Member }) {
  const { states } = text().people
  if (disabled) return <State tone="bad">{states.disabled}</State>
  if (!professions.includes(role)) return <State tone="good">{states.active}</State>
  return verified ? <State tone="good">{states.verified}</State> : <State tone="wait">{states.unverified}</State>
}

const tones: Record<string, Tone> = { PENDING: 'wait', ACCEPTED: 'good', REVOKED: 'off', EXPIRED: 'off' }
type Asked = { invitation: Invitation; action: 'resend' | 'revoke' }

/** Ignores the cursor in the address, which belongs to the list of members. */
const unpaged = { cursor: undefined, isFiltered: false, clear: () => {}, goTo: () => {} }
const INVITATIONS_AT_MOST = 100

function Invitations() {
  const [asked, setAsked] = useState<Asked>()
  const mayResend = useMay('resendInvitation')
  const { invitations: t, fields, roles, verification } = text().people
  const columns: Column<Invitation>[] = [
    {
      title: fields.name,
      cell: ({ name, userId }) =>
        userId ? (
          <Anchor href={`/people/${userId}`}>
            <bdi>{name}</bdi>
          </Anchor>
        ) : (
          <bdi>{name}</bdi>
        ),
    },
    { title: fields.role, cell: ({ role }) => roles[role] ?? role },
    { title: fields.email, cell: ({ email }) => <Code>{email}</Code> },
    { title: t.state, cell: ({ status }) => <State tone={tones[status] ?? 'off'}>{t.states[status] ?? status}</State> },
    { title: t.validUntil, cell: ({ expiresAt }) => <Time at={expiresAt} />, isMinor: true },
    {
      title: verification.action,
      cell: (invitation) =>
        mayResend &&
        (invitation.status === 'PENDING' || invitation.status === 'EXPIRED') && (
          <span className="row-actions">
            <Button
              aria-label={fill(t.resendNamed, { name: invitation.name })}
              onClick={() => setAsked({ invitation, action: 'resend' })}
            >
              {t.resend}
            </Button>
            {invitation.status === 'PENDING' && (
              <Button
                aria-label={fill(t.revokeNamed, { name: invitation.name })}
                onClick={() => setAsked({ invitation, action: 'revoke' })}
              >
                {t.revoke}
              </Button>
            )}
          </span>
        ),
    },
  ]
  return (
    <Section title={t.title}>
      <List
        name={['invitations']}
        filters={unpaged}
        fetchPage={async (_, signal) => ({
          ...(await medina.invitations.list({ pageSize: INVITATIONS_AT_MOST }, { signal })),
          next: undefined,
        })}
        empty={
          <Empty title={t.empty}>
            <p>{t.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <>
            <Table label={t.title} columns={columns} rows={rows} keyOf={({ id }) => id} />
            {rows.length === INVITATIONS_AT_MOST && <p className="hint">{t.newest}</p>}
          </>
        )}
      </List>
      {asked && <InvitationDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

function InvitationDialog({ invitation: { id, name, email }, action, onClose }: Asked & { onClose: () => void }) {
  const t = text().people.invitations
  const isRevoke = action === 'revoke'
  return (
    <Confirm
      title={fill(isRevoke ? t.revokeNamed : t.resendNamed, { name })}
      button={isRevoke ? t.revoke : t.resend}
      look={isRevoke ? 'danger' : 'main'}
      act={async () => (isRevoke ? medina.invitations.revoke(id) : medina.invitations.resend(id))}
      onDone={async () => {
        say(fill(isRevoke ? t.revoked : t.resent, { name }))
        onClose()
        await queries.invalidateQueries({ queryKey: ['invitations'] })
      }}
      onClose={onClose}
    >
      <p>
        {isRevoke ? t.revokeText : t.resendText} <Code>{email}</Code>
      </p>
    </Confirm>
  )
}
