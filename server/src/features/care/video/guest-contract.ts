import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Endpoint } from '../../../http/endpoint.ts'
import { operation } from '../../../http/operation.ts'
import { notice, secretField } from '../../../http/shown-once.ts'
import { id, instant, page, pagination, properName, text, utc } from '../../../lib/fields.ts'
import { joinToken } from './contract.ts'
import { guestKinds, MAX_GUESTS } from './rules.ts'

const kind = z.enum(guestKinds).meta({ id: 'GuestKind' })
const name = properName(100)

const guest = z
  .object({ id: id('gst'), name: z.string().meta({ example: 'Khadija Alaoui' }), kind, expiresAt: utc })
  .meta({ id: 'Guest' })

const base = { tag: 'Video', roles: rolesOf(access.appointments.inviteGuests) } as const

export const inviteGuest = operation('appointments:write', {
  ...base,
  subject: 'Appointment',
  method: 'POST',
  path: '/api/appointments/{id}/guests',
  name: 'inviteGuest',
  call: 'appointments.guests.invite',
  summary: 'Invite a guest into the room of an appointment',
  description: `For family or an interpreter. The appointment's practitioner and administrators can invite. \`url\` opens the room's page without an account; it is shown only once: send it to one person. The guest waits in the lobby until the practitioner admits them. Patient and practitioner are notified of guests that another user invites. An appointment has at most ${MAX_GUESTS} valid invitations.`,
  params: z.object({ id: id('apt') }),
  body: z
    .strictObject({
      name: name.meta({ description: 'The name that the others in the room see.' }),
      kind,
      expiresAt: instant.optional().meta({
        description: 'In the future. By default a day after the end of the appointment; moves with the appointment.',
      }),
    })
    .meta({ example: { name: 'Khadija Alaoui', kind: 'FAMILY' } }),
  status: 201,
  answer: z.object({
    guest: guest
      .extend({
        url: secretField(
          'Opens the page of the room without an account.',
          'https://api.example.ma/room/room_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0#guest=uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo',
        ),
      })
      .meta({ id: 'GuestWithLink' }),
    notice,
  }),
  shownOnce: ['guest.url'],
  conflicts: `The appointment is over, or ${MAX_GUESTS} invitations are valid.`,
})

export const listGuests = operation('appointments:read', {
  ...base,
  subject: 'Appointment',
  method: 'GET',
  path: '/api/appointments/{id}/guests',
  name: 'listGuests',
  call: 'appointments.guests.list',
  summary: 'List the guests of an appointment',
  description: 'Guests whose invitation was not withdrawn, newest first. The response does not contain the links.',
  params: z.object({ id: id('apt') }),
  query: z.strictObject(page),
  answer: z.object({ guests: z.array(guest), pagination }),
})

export const withdrawGuest = operation('appointments:write', {
  ...base,
  subject: 'Guest',
  method: 'DELETE',
  path: '/api/appointments/{id}/guests/{guestId}',
  name: 'withdrawGuest',
  call: 'appointments.guests.withdraw',
  summary: 'Withdraw the invitation of a guest',
  description: 'A guest who is in the room or its lobby is disconnected at once.',
  params: z.object({ id: id('apt'), guestId: id('gst') }),
  answer: z.object({ ok: z.literal(true) }),
})

/** Sent by the page of a room. A malformed secret gets the answer for an unknown one. */
export const guestTokenRequest = z
  .object({ invitation: text(200).meta({ description: 'The text after `#guest=` in the URL of the invitation.' }) })
  .meta({ id: 'GuestTokenRequest', example: { invitation: 'uO3x0mYqUu7m2v1C4c9y8Jr5wQeTzLkPbNdGhXaSfVo' } })

export const guestEndpoints: Endpoint[] = [
  {
    tag: 'Video',
    method: 'POST',
    path: '/api/video/guest-token',
    name: 'issueGuestToken',
    call: 'video.issueGuestToken',
    summary: 'Issue a token for the room that a guest is invited to',
    description:
      'Takes the secret of an invitation instead of an access token; it can be used repeatedly while the invitation is valid. The response is the same as for `POST /api/video/token`.',
    access: 'public',
    errorFormat: 'envelope',
    body: guestTokenRequest,
    answer: joinToken,
    unknown: 'There is no such invitation.',
    gone: 'The invitation has expired (`details.invitation` is `EXPIRED`) or was withdrawn (`WITHDRAWN`).',
    conflicts: 'The appointment is over or cancelled, or its room may not be joined now.',
  },
]
