import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { Link } from '../credential-links/actions.ts'
import type { Row } from './queries.ts'

type Person = { name: string; email: string }

/** The recipient's preferred language is unknown. */
const LANGUAGE = 'fr'

/** Sends the link to the administrator of the new organisation, at the address that the operator chose. */
export function sendAccessGranted(
  ctx: UnitOfWork,
  { id, organization }: Pick<Row, 'id' | 'organization'>,
  { name, email }: Person,
  { handoverUrl, expiresAt }: Link,
): void {
  queueMessage(ctx, {
    to: { stranger: { name, email, language: LANGUAGE } },
    template: 'ACCESS_GRANTED',
    variables: { organization, link: handoverUrl, validUntil: new Date(expiresAt) },
    about: [id],
  })
}

/** Notifies the contact of a refusal, without the internal reason. */
export function sendAccessRefused(
  ctx: UnitOfWork,
  { id, organization, contact_name: name, email }: Pick<Row, 'id' | 'organization' | 'contact_name' | 'email'>,
): void {
  queueMessage(ctx, {
    to: { stranger: { name, email, language: LANGUAGE } },
    template: 'ACCESS_REFUSED',
    variables: { organization },
    about: [id],
  })
}
