// Generated from openapi.json by `npm run clients`. Do not edit.

import type { Call } from '../call.ts'
import type { Http, Options, UpdateOptions } from '../http.ts'
import type { Pages } from '../pages.ts'
import type { AcceptFollowUp, AccessRequest, AccessRequestStatus, ActiveRoom, AddLabOrderFile, AdministrativeAccess, AppCode, Appointment, AppointmentStatus, AskForGuardianship, AuditEntry, BookAppointment, Campaign, CampaignEnrolment, CampaignWithCounts, CancelAppointment, CancelDocument, CancelInvoice, CancelPrescription, CareRelationship, ChangePharmacy, ChangedLabOrder, Channel, ChooseLaboratory, Claim, ClaimCodeRequest, ClaimedAccount, ClaimedRecord, Client, Condition, ConditionStatus, ConfirmGuardianship, Consent, ConsentName, ConsentVersion, Contact, ContactChanges, ContactCodeRequest, ContactConfirmation, CreateCampaign, CreateClient, CreateInvitation, CreateInvoice, CreateService, Delivery, DeliveryDetails, DeliveryState, DisputeIdentity, Document, DocumentFile, DocumentTemplate, DuplicatePair, EmergencyAccess, EnrolInCampaign, EnrolmentState, EnterLabResults, EnteredLabResult, Event, EventKind, FollowUp, FollowUpStatus, GeneratePdf, GrantAccessRequest, Guardianship, Guest, GuestTokenRequest, HandOverClient, IdentityDispute, Introspection, Invitation, InviteGuest, Invoice, InvoiceStatus, InvoiceWithPayments, IssuePrescription, IssueVideoToken, JsonWebKey, KeptMessage, LabOrder, LabOrderFile, LabOrderFileContent, LabOrderStatus, LabResult, Language, Lead, Letterhead, LoggedRequest, Member, Membership, MergePatients, MergePreview, Message, MessageStatus, MoveClock, MoveStock, NewPasskey, NewStockMovement, OpenAsAdministrator, OpenInEmergency, Order, OrderStatus, OwnSession, PasswordChange, PasswordProof, PasswordReset, PasswordResetRequest, Patient, PatientFile, PatientIdentity, PatientMerge, PatientRegistration, Payment, PickupCode, PlaceOrder, Prescription, PrescriptionSignature, PrescriptionStatus, PreviewTemplate, ProposeFollowUp, PublicDoctor, ReceiveLot, RecordCondition, RecoverDeliveries, Recovery, Refund, RefundInvoice, RefuseAccessRequest, RegisterDependant, RegisterWebhook, RegisteredPatient, RegisteredUser, Registration, ReplaceSigningCertificate, RequestAccess, ResolveIdentityDispute, Review, ReviewAppointment, Role, RotateClientSecret, RotateWebhookSecret, SchedulePrice, SecondFactorProof, SendMessage, Service, ServicePrice, SigningCertificate, SigningCertificateStatus, SigningCertificateWithChain, SigningKey, StaffDoctor, StateGuardianship, StateRelationship, StockLot, StockMovement, StopEnrolment, StrikeCondition, SubmitLabOrder, SubmitLead, TakePayment, Template, TemplatePreview, TestDelivery, TestWebhook, TokenAnswer, TokenNamed, TokenRequest, TriggerEvent, TriggeredEvent, UpdateAppointment, UpdateCampaign, UpdateClient, UpdateCondition, UpdateConsents, UpdateDoctor, UpdateDocument, UpdateFollowUp, UpdateIdentity, UpdateInvoice, UpdateLabOrder, UpdateLetterhead, UpdateLot, UpdateOrder, UpdatePrescription, UpdateService, UpdateWebhook, Usage, User, UserChanges, UserClaim, Verification, Webhook, WebhookStatistics, WholeTemplate, WriteTemplate, ReadServerMetadataAnswer, GrantAccessRequestAnswer, HandOverAccessAnswer, CreateClientAnswer, RotateClientSecretAnswer, HandOverClientAnswer, ReadSecondFactorsAnswer, BeginTotpAnswer, ConfirmTotpAnswer, ReplaceRecoveryCodesAnswer, AddPasskeyAnswer, SendContactCodeAnswer, RequestPasswordResetAnswer, IssueVideoTokenAnswer, InviteGuestAnswer, IssueGuestTokenAnswer, SendClaimCodeAnswer, SendMessageAnswer, GeneratePdfAnswer, EnrolInCampaignAnswer, RegisterWebhookAnswer, RotateWebhookSecretAnswer, ReadEventAnswer, MoveClockAnswer, ReadDatabaseHealthAnswer, ReadCacheHealthAnswer, ReadVideoHealthAnswer } from './types.ts'

export class TokensApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Obtain an access token.
   *
   * Authenticate with the client's id and secret, in the body or by HTTP Basic. Scopes that the client may not have are omitted; `scope` shows the granted ones. A refresh token is valid for one refresh, which can only narrow the scope; later reuse revokes its whole token family.
   */
  issue(body: TokenRequest, options?: Options): Call<TokenAnswer> {
    return this.#http.send('POST', '/api/auth/token', { body, options, open: true })
  }

  /**
   * Revoke a token.
   *
   * Revokes an access token, or a refresh token with its whole token family (RFC 7009). An unknown token is not an error.
   */
  revoke(body: TokenNamed, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/auth/revoke', { body, options, open: true }, null)
  }

  /**
   * Introspect a token.
   *
   * For the client's own tokens (RFC 7662). Any other token is reported only as `active: false`.
   */
  introspect(body: TokenNamed, options?: Options): Call<Introspection> {
    return this.#http.send('POST', '/api/auth/introspect', { body, options, open: true })
  }

  /**
   * Read the public keys that verify access tokens.
   *
   * May be cached for 5 minutes (RFC 7517).
   */
  listKeys(options?: Options): Call<JsonWebKey[]> {
    return this.#http.send('GET', '/.well-known/jwks.json', { options, open: true }, 'keys')
  }

  /**
   * Read the OAuth server metadata.
   *
   * May be cached for 5 minutes (RFC 8414).
   */
  getMetadata(options?: Options): Call<ReadServerMetadataAnswer> {
    return this.#http.send('GET', '/.well-known/oauth-authorization-server', { options, open: true })
  }
}

export class AccessRequestsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Request access.
   *
   * For organisations that want to use the platform. The operator answers within a working day; a grant comes as a link that shows the client’s secret once. A repeated request within 24 hours, while the first is pending, is the same request.
   */
  create(body: RequestAccess, options?: Options): Call<string> {
    return this.#http.send('POST', '/api/access-requests', { body, options, keyed: true, open: true }, 'requestId')
  }

  /**
   * List access requests.
   *
   * Administrators of the operator’s organisation see all requests; those of others see none. Newest first.
   *
   * Scope: `access_requests:manage`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly AccessRequestStatus[] | undefined
    /** Requests made at this time or later. */
    from?: string | Date | undefined
    /** Requests made before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<AccessRequest> {
    return this.#http.pages('GET', '/api/access-requests', { query, options }, 'accessRequests')
  }

  /**
   * Read an access request.
   *
   * With the decision, once there is one.
   *
   * Scope: `access_requests:manage`.
   */
  get(id: string, options?: Options): Call<AccessRequest> {
    return this.#http.send('GET', '/api/access-requests/{id}', { path: [id], options }, 'accessRequest')
  }

  /**
   * Grant an access request.
   *
   * Creates the organisation, its first administrator (the contact) and a client that acts as them with exactly these scopes. The link, which shows the secret once, is sent to the administrator. With `clients:manage`, the organisation can create further clients itself.
   *
   * Scope: `access_requests:manage`.
   *
   * @throws {Conflict} The request is already decided (details.state), is for the sandbox only, or its e-mail address is taken: give another `email`.
   */
  grant(id: string, body: GrantAccessRequest, options?: Options): Call<GrantAccessRequestAnswer> {
    return this.#http.send('POST', '/api/access-requests/{id}/grant', { path: [id], body, options, keyed: true })
  }

  /**
   * Refuse an access request.
   *
   * The contact is notified of the refusal. The reason is for the operator and is not sent.
   *
   * Scope: `access_requests:manage`.
   *
   * @throws {Conflict} The request is already decided (details.state).
   */
  refuse(id: string, body?: RefuseAccessRequest, options?: Options): Call<AccessRequest> {
    return this.#http.send('POST', '/api/access-requests/{id}/refuse', { path: [id], body, options, keyed: true }, 'accessRequest')
  }

  /**
   * Create a new credential link for a granted request.
   *
   * For a lost or expired link. It ends the previous link and is also sent to the administrator.
   *
   * Scope: `access_requests:manage`.
   *
   * @throws {Conflict} The request was not granted (details.state), or a link was used: the organisation has its secret.
   */
  handOver(id: string, options?: Options): Call<HandOverAccessAnswer> {
    return this.#http.send('POST', '/api/access-requests/{id}/handover', { path: [id], options, keyed: true })
  }
}

export class ClientsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List clients.
   *
   * All clients of the organisation, including disabled ones. Newest first.
   *
   * Scope: `clients:manage`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Client> {
    return this.#http.pages('GET', '/api/clients', { query, options }, 'clients')
  }

  /**
   * Create a client.
   *
   * A client acts as one user of the organisation. Unless that is the caller, it is refused every operation until the user allows it in their own session; the user and the other administrators get a message. A doctor or dentist also decides whether it may sign and issue. Give it only the scopes that it needs; you can give only scopes of your own token.
   *
   * Scope: `clients:manage`.
   */
  create(body: CreateClient, options?: Options): Call<CreateClientAnswer> {
    return this.#http.send('POST', '/api/clients', { body, options, keyed: true })
  }

  /**
   * Read a client.
   *
   * Never with its secret, which was shown once.
   *
   * Scope: `clients:manage`.
   */
  get(id: string, options?: Options): Call<Client> {
    return this.#http.send('GET', '/api/clients/{id}', { path: [id], options }, 'client')
  }

  /**
   * Rename a client, change its scopes, disable or enable it.
   *
   * Absent fields keep their values. Removed scopes are removed from its tokens within a second. An added scope ends its permission to sign, and, unless its user adds it, to act. Disabling a client revokes all its tokens permanently.
   *
   * Scope: `clients:manage`.
   *
   * @throws {Conflict} A client cannot disable itself or remove its own `clients:manage` scope. A client that its user ended cannot be enabled.
   */
  update(id: string, body?: UpdateClient, options?: UpdateOptions): Call<Client> {
    return this.#http.send('PUT', '/api/clients/{id}', { path: [id], body, options, keyed: true }, 'client')
  }

  /**
   * Rotate the secret of a client.
   *
   * The new secret is valid at once, and the present one until the grace period ends, so that there is no interruption. After a leak use `graceHours: 0`, which also ends unused credential links, with `revokeTokens: true`. A new secret ends the client’s permission to sign. If another user rotates it, tokens of the new secret are refused until the client’s user allows it, of which they get a message; those of the present secret go on.
   *
   * Scope: `clients:manage`.
   *
   * @throws {Conflict} A rotation is in progress: two secrets are already valid. Wait until the older one has expired, or end both with `graceHours: 0`.
   */
  rotateSecret(id: string, body?: RotateClientSecret, options?: Options): Call<RotateClientSecretAnswer> {
    return this.#http.send('POST', '/api/clients/{id}/rotate-secret', { path: [id], body, options, keyed: true })
  }

  /**
   * Create a credential link.
   *
   * For the person who will run the client: the link shows them the client’s id and a new secret, once. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.
   *
   * Scope: `clients:manage`.
   *
   * @throws {Conflict} The client is disabled.
   */
  handOver(id: string, body?: HandOverClient, options?: Options): Call<HandOverClientAnswer> {
    return this.#http.send('POST', '/api/clients/{id}/handover', { path: [id], body, options, keyed: true })
  }
}

export class MeClientsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the clients that act as the current user.
   *
   * All clients that act as the caller, including disabled ones and those that administrators created. `actingAllowedAt` shows which may act as the caller, `signingAllowedAt` which may sign in the caller’s name. Newest first.
   *
   * Scope: `users:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Client> {
    return this.#http.pages('GET', '/api/users/me/clients', { query, options }, 'clients')
  }

  /**
   * Allow a client to act as you.
   *
   * In the caller’s own browser session. Until then a client that another user made is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the secrets that the client has now: after a rotation or a credential link of an administrator, tokens of the previous secret go on until it expires, and those of the new one wait for the permission. An added scope ends it.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The client is disabled.
   */
  allowActing(id: string, options?: Options): Call<Client> {
    return this.#http.send('POST', '/api/users/me/clients/{id}/acting', { path: [id], options, keyed: true }, 'client')
  }

  /**
   * Withdraw a client’s permission to act as you.
   *
   * Takes effect within a second, and ends its permission to sign too. Withdrawing again changes nothing.
   *
   * Scope: `users:write`.
   */
  withdrawActing(id: string, options?: Options): Call<Client> {
    return this.#http.send('DELETE', '/api/users/me/clients/{id}/acting', { path: [id], options, keyed: true }, 'client')
  }

  /**
   * Allow a client to sign in your name.
   *
   * Doctors and dentists only, in their own browser session. This also allows it to act as them. Until then a client that acts as them cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The client is disabled.
   */
  allowSigning(id: string, options?: Options): Call<Client> {
    return this.#http.send('POST', '/api/users/me/clients/{id}/signing', { path: [id], options, keyed: true }, 'client')
  }

  /**
   * Withdraw a client’s permission to sign in your name.
   *
   * Takes effect within a second. What it has signed stays. Withdrawing again changes nothing.
   *
   * Scope: `users:write`.
   */
  withdrawSigning(id: string, options?: Options): Call<Client> {
    return this.#http.send('DELETE', '/api/users/me/clients/{id}/signing', { path: [id], options, keyed: true }, 'client')
  }

  /**
   * End a client that acts as you.
   *
   * In the caller’s own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.
   *
   * Scope: `users:write`.
   */
  end(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/users/me/clients/{id}', { path: [id], options, keyed: true }, null)
  }
}

export class MeSessionsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the sessions of the current user.
   *
   * Sessions in browsers, in all organisations of the person, the last used first. In the caller’s own browser session.
   *
   * Scope: `users:read`.
   */
  list(options?: Options): Call<OwnSession[]> {
    return this.#http.send('GET', '/api/users/me/sessions', { options }, 'sessions')
  }

  /**
   * End a session of the current user.
   *
   * Its cookie is invalid at once, its access tokens within a second. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   */
  end(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/users/me/sessions/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * End all other sessions of the current user.
   *
   * In all organisations of the person; the session of this call stays. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   */
  endOthers(options?: Options): Call<number> {
    return this.#http.send('POST', '/api/users/me/sessions/end-others', { options, keyed: true }, 'ended')
  }
}

export class MeSecondFactorsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the second factors of the current user.
   *
   * In the caller’s own browser session.
   *
   * Scope: `users:read`.
   */
  get(options?: Options): Call<ReadSecondFactorsAnswer> {
    return this.#http.send('GET', '/api/users/me/second-factors', { options })
  }

  /**
   * Begin to set up an authenticator app.
   *
   * Makes a secret (RFC 6238: SHA-1, 6 digits, 30 s). It replaces one that was not confirmed, and is valid once `POST /api/users/me/totp/confirm` gets its first code, within 30 minutes. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} An authenticator app is set up already.
   */
  beginTotp(body: PasswordProof, options?: Options): Call<BeginTotpAnswer> {
    return this.#http.send('POST', '/api/users/me/totp', { body, options, keyed: true })
  }

  /**
   * Set up the authenticator app by its first code.
   *
   * From now on a sign-in needs a code after the password. All other sessions of the person end. With the first second factor the answer has recovery codes; otherwise the list is empty. A message notifies the person. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} An authenticator app is set up already.
   */
  confirmTotp(body: AppCode, options?: Options): Call<ConfirmTotpAnswer> {
    return this.#http.send('POST', '/api/users/me/totp/confirm', { body, options, keyed: true })
  }

  /**
   * Remove the authenticator app.
   *
   * Recovery codes end with the last second factor. A message notifies the person. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} No authenticator app is set up.
   */
  removeTotp(body: SecondFactorProof, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/me/totp/remove', { body, options, keyed: true }, null)
  }

  /**
   * Replace the recovery codes.
   *
   * Earlier ones end. A message notifies the person. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} No second factor is set up.
   */
  replaceRecoveryCodes(body: SecondFactorProof, options?: Options): Call<ReplaceRecoveryCodesAnswer> {
    return this.#http.send('POST', '/api/users/me/recovery-codes', { body, options, keyed: true })
  }

  /**
   * Begin to register a passkey.
   *
   * Options for `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn), valid for five minutes in this session. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   */
  beginPasskey(body: PasswordProof, options?: Options): Call<Record<string, unknown>> {
    return this.#http.send('POST', '/api/users/me/passkeys/options', { body, options, keyed: true }, 'options')
  }

  /**
   * Register a passkey.
   *
   * In the session that began it, once. From now on the person signs in with it alone, or after the password. With the first second factor all other sessions of the person end, and the answer has recovery codes; otherwise the list is empty. A message notifies the person. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The person has 20 passkeys, or the passkey is registered already.
   */
  addPasskey(body: NewPasskey, options?: Options): Call<AddPasskeyAnswer> {
    return this.#http.send('POST', '/api/users/me/passkeys', { body, options, keyed: true })
  }

  /**
   * Remove a passkey.
   *
   * Recovery codes end with the last second factor. A message notifies the person. In the caller’s own browser session.
   *
   * Scope: `users:write`.
   */
  removePasskey(id: string, body: PasswordProof, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/me/passkeys/{id}/remove', { path: [id], body, options, keyed: true }, null)
  }
}

export class MeApi {
  readonly #http: Http
  readonly clients: MeClientsApi
  readonly sessions: MeSessionsApi
  readonly secondFactors: MeSecondFactorsApi

  constructor(http: Http) {
    this.#http = http
    this.clients = new MeClientsApi(http)
    this.sessions = new MeSessionsApi(http)
    this.secondFactors = new MeSecondFactorsApi(http)
  }

  /**
   * Read the current user.
   *
   * The user as whom the token acts.
   *
   * Scope: `users:read`.
   */
  get(options?: Options): Call<User> {
    return this.#http.send('GET', '/api/users/me', { options })
  }

  /**
   * List the organisations of the current user.
   *
   * Where the person may act, the earliest first, for changing with `POST /api/auth/callback/organization`. A token of a client gets its own organisation only.
   *
   * Scope: `users:read`.
   */
  listMemberships(options?: Options): Call<Membership[]> {
    return this.#http.send('GET', '/api/users/me/memberships', { options }, 'memberships')
  }

  /**
   * List the operations that the caller may call.
   *
   * By the `operationId` of this document, sorted: those that plan, scopes and role allow. Which records they reach is decided by each of them.
   *
   * Scope: `users:read`.
   */
  listOperations(options?: Options): Call<string[]> {
    return this.#http.send('GET', '/api/users/me/operations', { options }, 'operations')
  }

  /**
   * Change the password of the current user.
   *
   * With the present password, in the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong present password is 422 and counts as a failed sign-in: after a few, further ones are delayed increasingly with 429.
   *
   * Scope: `users:write`.
   */
  changePassword(body: PasswordChange, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/me/password', { body, options, keyed: true }, null)
  }

  /**
   * Leave the organisation.
   *
   * Ends the caller’s membership, in their own browser session. Their sessions, tokens and clients here end, and so do their care relationships. Login and other memberships stay, and so does what they wrote. The administrators are notified. Only an administrator can undo it. A patient’s record stays with the organisation.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The caller has open appointments, orders or lab orders, which `details.open` counts, or is the only administrator.
   */
  leave(options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/me/leave', { options, keyed: true }, null)
  }

  /**
   * Claim a patient record with the login of the caller.
   *
   * For a person who has a login, from another organisation say: the record becomes theirs in its organisation. Signed in, not by a client. A wrong, used or expired code, an unknown address and another birth date have the same answer: 422.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The caller has a record in that organisation already: its front desk can merge the two.
   */
  claim(body: UserClaim, options?: Options): Call<ClaimedRecord> {
    return this.#http.send('POST', '/api/users/me/claims', { body, options, keyed: true }, 'user')
  }
}

export class AccountsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Register a patient, doctor, dentist, pharmacist or laboratory.
   *
   * The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network registers at most 100 in an hour, then 429.
   *
   * @throws {Conflict} This e-mail address is already registered.
   */
  register(body: Registration, options?: Options): Call<RegisteredUser> {
    return this.#http.send('POST', '/api/auth/register', { body, options, keyed: true, open: true }, 'user')
  }

  /**
   * Request the reset of a forgotten password.
   *
   * Sends a code to the address, if it is that of a login whose person may act in an organisation. The answer is the same in any case. The code has eight digits, is valid for 30 minutes and 5 tries, and only together with `resetId`. An address gets at most 3 in an hour and 10 in a day at the requests of one network, and 30 in a day, then 429.
   */
  requestPasswordReset(body: PasswordResetRequest, options?: Options): Call<RequestPasswordResetAnswer> {
    return this.#http.send('POST', '/api/auth/password-resets', { body, options, keyed: true, open: true })
  }

  /**
   * Choose a new password with the code.
   *
   * All sessions of the person end, in all organisations, and the address counts as confirmed. If no one had confirmed it before, records of patients that were claimed with another address are not accessible with it any more: that person can claim them again. A wrong, used or expired code and an unknown `resetId` have the same answer: 422.
   */
  resetPassword(body: PasswordReset, options?: Options): Call<boolean> {
    return this.#http.send('POST', '/api/auth/password-resets/confirmations', { body, options, keyed: true, open: true }, 'hasAccount')
  }

  /**
   * Claim the account of a registered patient.
   *
   * With the code that the organisation sent. The new login belongs to the patient’s existing record, so appointments and documents stay. A wrong, used or expired code, an unknown address and another birth date have the same answer: 422.
   *
   * @throws {Conflict} The e-mail address has a login. Sign in with it and claim the record there (`POST /api/users/me/claims`), or give another address; the code stays valid.
   */
  claim(body: Claim, options?: Options): Call<ClaimedAccount> {
    return this.#http.send('POST', '/api/auth/claim', { body, options, keyed: true, open: true }, 'user')
  }
}

export class UsersContactApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the contact data of a user.
   *
   * By the user, an administrator, or for patients the front desk.
   *
   * Scope: `users:read`.
   */
  get(id: string, options?: Options): Call<Contact> {
    return this.#http.send('GET', '/api/users/{id}/contact', { path: [id], options }, 'contact')
  }

  /**
   * Update the contact data of a user.
   *
   * By the user, an administrator, or for patients the front desk; a guardian cannot change an address of a dependant. Absent fields stay unchanged. National numbers get the country code +212. A new e-mail address or number must be confirmed (`POST /api/users/{id}/contact/codes`); messages to it wait until then.
   *
   * Scope: `users:write`.
   */
  update(id: string, body?: ContactChanges, options?: UpdateOptions): Call<Contact> {
    return this.#http.send('PUT', '/api/users/{id}/contact', { path: [id], body, options, keyed: true }, 'contact')
  }

  /**
   * Send a code to an unconfirmed address.
   *
   * By the user or a guardian, an administrator, or for patients the front desk. The code has six digits, is valid for 10 minutes and 5 tries, and replaces an earlier one. A change of the address ends it. Users also confirm what others confirmed for them. An address gets at most 3 codes in an hour and 10 in a day, then 429.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The user has no such address, or it is confirmed.
   */
  sendCode(id: string, body: ContactCodeRequest, options?: Options): Call<SendContactCodeAnswer> {
    return this.#http.send('POST', '/api/users/{id}/contact/codes', { path: [id], body, options, keyed: true })
  }

  /**
   * Confirm an address with its code.
   *
   * By the user, or a guardian, an administrator or for patients the front desk, to whom they read it. Messages that waited for the confirmation are sent at once. A wrong, used or expired code is 422.
   *
   * Scope: `users:write`.
   */
  confirm(id: string, body: ContactConfirmation, options?: Options): Call<Contact> {
    return this.#http.send('POST', '/api/users/{id}/contact/confirmations', { path: [id], body, options, keyed: true }, 'contact')
  }
}

export class UsersApi {
  readonly #http: Http
  readonly contact: UsersContactApi

  constructor(http: Http) {
    this.#http = http
    this.contact = new UsersContactApi(http)
  }

  /**
   * List the users of the organisation.
   *
   * Administrators see all users. Others see themselves and verified professionals, professionals and the front desk also each other and administrators; doctors and dentists also see the patients with whom they have appointments, pharmacies the patients who ordered from them, the front desk all patients. E-mail addresses are visible to administrators, to the front desk, to the user, and among professionals and the front desk. Unverified professionals see the same as patients. Newest first.
   *
   * Scope: `users:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    role?: readonly Role[] | undefined
    /** `false`: professionals who are not verified yet. */
    verified?: boolean | undefined
  }, options?: Options): Pages<Member> {
    return this.#http.pages('GET', '/api/users', { query, options }, 'users')
  }

  /**
   * Read a user of the organisation.
   *
   * Administrators see all users. Others see themselves and verified professionals, professionals and the front desk also each other and administrators; doctors and dentists also see the patients with whom they have appointments, pharmacies the patients who ordered from them, the front desk all patients. E-mail addresses are visible to administrators, to the front desk, to the user, and among professionals and the front desk. Unverified professionals see the same as patients.
   *
   * Scope: `users:read`.
   */
  get(id: string, options?: Options): Call<Member> {
    return this.#http.send('GET', '/api/users/{id}', { path: [id], options }, 'user')
  }

  /**
   * Rename, disable or enable a user.
   *
   * Absent fields keep their values. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. A renamed member of the staff and the other administrators are notified: messages name people as they are called.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} Administrators cannot disable themselves, nor rename themselves if there is another administrator.
   */
  update(id: string, body?: UserChanges, options?: UpdateOptions): Call<Member> {
    return this.#http.send('PUT', '/api/users/{id}', { path: [id], body, options, keyed: true }, 'user')
  }

  /**
   * Verify a professional.
   *
   * Confirms that an administrator has checked the qualification of a doctor, dentist, pharmacist or laboratory. Idempotent.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The user is not a professional.
   */
  verify(id: string, options?: Options): Call<Member> {
    return this.#http.send('POST', '/api/users/{id}/verify', { path: [id], options, keyed: true }, 'user')
  }

  /**
   * Remove the lost second factors of a user.
   *
   * For a person who lost the device and the recovery codes: their password alone signs them in then. Make sure that it is them who asks. They are notified. In the administrator’s own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The user has no second factor, is the caller, or is also a user of another organisation, whose administrators did not decide it: then the operator removes it.
   */
  removeSecondFactors(id: string, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/{id}/second-factors/remove', { path: [id], options, keyed: true }, null)
  }
}

export class InvitationsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Invite a person to the organisation.
   *
   * Sends a link to this address, valid once and for seven days. There the person chooses a password, or proves with their password that the account of this address is theirs. They then are a user of the organisation with this name and role; their memberships in other organisations stay as they are and are not shown here. An administrator of the organisation without a password, such as its first one, chooses it in the same way. Only administrators in their own session invite an administrator, of which the others are notified. An address gets at most 3 links in an hour and 10 in a day, then 429.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The organisation has a user with a password, or an open invitation, with this address.
   */
  create(body: CreateInvitation, options?: Options): Call<Invitation> {
    return this.#http.send('POST', '/api/invitations', { body, options, keyed: true }, 'invitation')
  }

  /**
   * List invitations.
   *
   * Newest first.
   *
   * Scope: `users:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Invitation> {
    return this.#http.pages('GET', '/api/invitations', { query, options }, 'invitations')
  }

  /**
   * Send an invitation again.
   *
   * With a new link, valid for seven days. The earlier link ends. An address gets at most 3 links in an hour and 10 in a day, then 429.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} It was accepted or revoked.
   */
  resend(id: string, options?: Options): Call<Invitation> {
    return this.#http.send('POST', '/api/invitations/{id}/resend', { path: [id], options, keyed: true }, 'invitation')
  }

  /**
   * Revoke an invitation.
   *
   * Its link ends. Revoking again changes nothing.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} It was accepted: disable the user instead.
   */
  revoke(id: string, options?: Options): Call<Invitation> {
    return this.#http.send('POST', '/api/invitations/{id}/revoke', { path: [id], options, keyed: true }, 'invitation')
  }
}

export class DirectoryApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List doctors and dentists publicly.
   *
   * The verified practitioners of the whole installation, best rated first. Responses have an `ETag` and may be cached for 30 s; a request with `If-None-Match` gets 304 if nothing changed. Empty filters are ignored.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** In French, Arabic or another usual spelling, without regard to case and accents: `fes`, `FÈS` and `فاس` are equal. */
    city?: string | undefined
    /** In French, Arabic or English, without regard to case and accents. */
    specialty?: string | undefined
    /** Comma-separated language codes; matches doctors who speak any of them. */
    languages?: string | undefined
    /** Whether the doctor offers video consultations. */
    isTele?: boolean | undefined
  }, options?: Options): Pages<PublicDoctor> {
    return this.#http.pages('GET', '/api/public/doctors', { query, options, open: true }, 'doctors')
  }
}

export class DoctorsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the doctors and dentists of the organisation.
   *
   * For staff, with the private fields of the internal directory, sorted by name. Practitioners without a profile are included, with nulls. Professionals see only their own entry until they are verified. Filters are those of the public directory, and `verified`.
   *
   * Scope: `doctors:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** In French, Arabic or another usual spelling, without regard to case and accents: `fes`, `FÈS` and `فاس` are equal. */
    city?: string | undefined
    /** In French, Arabic or English, without regard to case and accents. */
    specialty?: string | undefined
    /** Comma-separated language codes; matches doctors who speak any of them. */
    languages?: string | undefined
    /** Whether the doctor offers video consultations. */
    isTele?: boolean | undefined
    /** Whether the practitioner is verified. */
    verified?: boolean | undefined
  }, options?: Options): Pages<StaffDoctor> {
    return this.#http.pages('GET', '/api/doctors', { query, options }, 'doctors')
  }

  /**
   * Read a doctor or dentist of the organisation.
   *
   * With its private fields: the public directory shows fewer.
   *
   * Scope: `doctors:read`.
   */
  get(id: string, options?: Options): Call<StaffDoctor> {
    return this.#http.send('GET', '/api/doctors/{id}', { path: [id], options }, 'doctor')
  }

  /**
   * Create or update the profile of a doctor or dentist.
   *
   * Practitioners edit their own profile, administrators all. The first call creates it and needs specialty and city; later calls change the given fields. Only administrators can set specialty and licence number of a verified practitioner: documents show them. The public directory is updated at once.
   *
   * Scope: `doctors:write`.
   */
  update(id: string, body?: UpdateDoctor, options?: UpdateOptions): Call<StaffDoctor> {
    return this.#http.send('PUT', '/api/doctors/{id}', { path: [id], body, options, keyed: true }, 'doctor')
  }
}

export class AppointmentsGuestsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Invite a guest into the room of an appointment.
   *
   * For family or an interpreter, by the appointment's practitioner or an administrator. `url` opens the room's page without an account, and is shown only once: send it to one person. The guest waits in the lobby until the practitioner admits them. Patient and practitioner are notified of a guest whom another one invites. An appointment has at most 5 valid invitations.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The appointment is over, or 5 invitations are valid.
   */
  invite(id: string, body: InviteGuest, options?: Options): Call<InviteGuestAnswer> {
    return this.#http.send('POST', '/api/appointments/{id}/guests', { path: [id], body, options, keyed: true })
  }

  /**
   * List the guests of an appointment.
   *
   * Guests whose invitation was not withdrawn, newest first, without its address.
   *
   * Scope: `appointments:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Guest> {
    return this.#http.pages('GET', '/api/appointments/{id}/guests', { path: [id], query, options }, 'guests')
  }

  /**
   * Withdraw the invitation of a guest.
   *
   * A guest who is in the room or its lobby is disconnected at once.
   *
   * Scope: `appointments:write`.
   */
  withdraw(id: string, guestId: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/appointments/{id}/guests/{guestId}', { path: [id, guestId], options, keyed: true }, null)
  }
}

export class AppointmentsApi {
  readonly #http: Http
  readonly guests: AppointmentsGuestsApi

  constructor(http: Http) {
    this.#http = http
    this.guests = new AppointmentsGuestsApi(http)
  }

  /**
   * List appointments.
   *
   * Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Newest first; with `from` or `to`, by start time, latest first.
   *
   * Scope: `appointments:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly AppointmentStatus[] | undefined
    doctorId?: string | undefined
    patientId?: string | undefined
    /** Start at or after this time. */
    from?: string | Date | undefined
    /** Start before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Appointment> {
    return this.#http.pages('GET', '/api/appointments', { query, options }, 'appointments')
  }

  /**
   * Book an appointment.
   *
   * Patients book for themselves, doctors and dentists their own slots, the front desk and administrators for anyone in the tenant; the front desk writes no notes. Patients book future times of at most 2 hours that do not overlap their own appointments, up to the limits of the organisation on open bookings; doctors, dentists and the front desk at most 24 hours in the past, or with `pastVisit`. With a patient whom they do not treat, doctors and dentists only propose a future time: the patient accepts by setting `CONFIRMED`, and until then the appointment is no ground to prescribe, order tests, certify or invoice. The appointment gets a video room.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The doctor or the booking patient has an overlapping appointment (details.overlap.id; null for one that the caller may not read), the patient, or the guardian who books, has too many open bookings (those of a guardian for themselves and all dependants count together, each as half a booking), or the professional has proposed too many (details.limit has max, open and kind: ORGANISATION or WITH_PROFESSIONAL, of proposals PROPOSED or PROPOSED_TO_PATIENT).
   */
  book(body: BookAppointment, options?: Options): Call<Appointment> {
    return this.#http.send('POST', '/api/appointments', { body, options, keyed: true }, 'appointment')
  }

  /**
   * List appointments that may not have taken place.
   *
   * Past appointments that are not COMPLETED, CANCELLED or NO_SHOW, and whose participants never met in the video room. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.
   *
   * Scope: `appointments:read`.
   */
  listMissed(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Appointment> {
    return this.#http.pages('GET', '/api/appointments/missed', { query, options }, 'appointments')
  }

  /**
   * Read an appointment.
   *
   * Patients, their guardians and their practitioners read the notes; the front desk gets `notes: null`.
   *
   * Scope: `appointments:read`.
   */
  get(id: string, options?: Options): Call<Appointment> {
    return this.#http.send('GET', '/api/appointments/{id}', { path: [id], options }, 'appointment')
  }

  /**
   * Move, confirm, complete or cancel an appointment, or change its notes.
   *
   * Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. If the patient moves a confirmed appointment, it returns to SCHEDULED; the limits on times are those of a booking. Only the doctor or an administrator can start, complete or mark NO_SHOW; the front desk can also confirm, but neither read nor write notes; the patient accepts a proposed appointment by setting CONFIRMED, without another time in the same call, or by moving it; if the proposed time was changed, they repeat the current `startTime` with it. Until then it is neither started nor completed.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The status does not allow the change (details.state has from, to and the allowed values), a patient accepts a proposed appointment whose time was changed without its startTime (details.current has startTime and endTime), the new time overlaps (details.overlap.id; null for one that the caller may not read), the doctor works here no more, or the patient has too many open bookings (details.limit).
   */
  update(id: string, body?: UpdateAppointment, options?: UpdateOptions): Call<Appointment> {
    return this.#http.send('PUT', '/api/appointments/{id}', { path: [id], body, options, keyed: true }, 'appointment')
  }

  /**
   * Delete an appointment.
   *
   * Administrators only. The appointment is kept for the record but can no longer be read. A future appointment is cancelled.
   *
   * Scope: `appointments:write`.
   */
  delete(id: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/appointments/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Cancel an appointment.
   *
   * As `PUT /api/appointments/{id}` with the status CANCELLED: by its participants, the front desk or an administrator. Cancelling again changes nothing.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The status does not allow it: details.state has from, to and the allowed values.
   */
  cancel(id: string, body?: CancelAppointment, options?: UpdateOptions): Call<Appointment> {
    return this.#http.send('POST', '/api/appointments/{id}/cancel', { path: [id], body, options, keyed: true }, 'appointment')
  }

  /**
   * List the video rooms with participants.
   *
   * Open rooms in which a participant is, or waits in the lobby, of appointments that start within 24 hours before or after now. Doctors and dentists see their own, the front desk and administrators all of the organisation. The longest wait first, at most 500.
   *
   * Scope: `appointments:read`.
   */
  listActiveRooms(options?: Options): Call<ActiveRoom[]> {
    return this.#http.send('GET', '/api/appointments/active-rooms', { options }, 'activeRooms')
  }
}

export class VideoApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Issue a token for the video room of an appointment.
   *
   * The token lets its identity join within 15 minutes, with the first message to `url`. An administrator may name a participant.
   *
   * Scope: `video:join`.
   *
   * @throws {Conflict} The appointment is over or cancelled, or its room may not be joined now.
   */
  issueToken(body: IssueVideoToken, options?: Options): Call<IssueVideoTokenAnswer> {
    return this.#http.send('POST', '/api/video/token', { body, options, keyed: true })
  }

  /**
   * Issue a token for the room that a guest is invited to.
   *
   * Takes the secret of an invitation instead of an access token, repeatedly while the invitation is valid. The response is that of `POST /api/video/token`.
   *
   * @throws {Conflict} The appointment is over or cancelled, or its room may not be joined now.
   */
  issueGuestToken(body: GuestTokenRequest, options?: Options): Call<IssueGuestTokenAnswer> {
    return this.#http.send('POST', '/api/video/guest-token', { body, options, open: true })
  }
}

export class PrescriptionsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List prescriptions.
   *
   * Patients see their own, doctors and dentists those that they issued, pharmacies those with an order that was neither cancelled nor rejected, administrators all of the tenant. Newest first.
   *
   * Scope: `prescriptions:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    patientId?: string | undefined
    doctorId?: string | undefined
    appointmentId?: string | undefined
    status?: readonly PrescriptionStatus[] | undefined
    /** Issued at this time or later. */
    from?: string | Date | undefined
    /** Issued before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Prescription> {
    return this.#http.pages('GET', '/api/prescriptions', { query, options }, 'prescriptions')
  }

  /**
   * Issue a prescription.
   *
   * On an appointment of the caller with the patient, or as a renewal without one if the two have a confirmed or completed appointment. It is signed at once if the prescriber has a signing key, as everyone has in the sandbox. A prescription cannot be changed: cancel it and issue another.
   *
   * Scope: `prescriptions:write`.
   *
   * @throws {Conflict} The appointment is CANCELLED or NO_SHOW.
   */
  issue(body: IssuePrescription, options?: Options): Call<Prescription> {
    return this.#http.send('POST', '/api/prescriptions', { body, options, keyed: true }, 'prescription')
  }

  /**
   * Read a prescription.
   *
   * With every line, and what of each may still be dispensed.
   *
   * Scope: `prescriptions:read`.
   */
  get(id: string, options?: Options): Call<Prescription> {
    return this.#http.send('GET', '/api/prescriptions/{id}', { path: [id], options }, 'prescription')
  }

  /**
   * Cancel a prescription by its status.
   *
   * As `POST /api/prescriptions/{id}/cancel`. By its prescriber or an administrator, at any time. Its orders that are PENDING, PREPARING or READY are cancelled and their pharmacies notified; DELIVERED ones stay. New orders are refused. Cancelling again changes nothing.
   *
   * Scope: `prescriptions:write`.
   */
  update(id: string, body: UpdatePrescription, options?: UpdateOptions): Call<Prescription> {
    return this.#http.send('PUT', '/api/prescriptions/{id}', { path: [id], body, options, keyed: true }, 'prescription')
  }

  /**
   * Cancel a prescription.
   *
   * By its prescriber or an administrator, at any time. Its orders that are PENDING, PREPARING or READY are cancelled and their pharmacies notified; DELIVERED ones stay. New orders are refused. Cancelling again changes nothing.
   *
   * Scope: `prescriptions:write`.
   */
  cancel(id: string, body?: CancelPrescription, options?: UpdateOptions): Call<Prescription> {
    return this.#http.send('POST', '/api/prescriptions/{id}/cancel', { path: [id], body, options, keyed: true }, 'prescription')
  }

  /**
   * Sign a prescription.
   *
   * By its prescriber. The first signature creates their signing key. Signing again returns the existing signature.
   *
   * Scope: `prescriptions:write`.
   *
   * @throws {Conflict} It was cancelled before it was signed.
   */
  sign(id: string, options?: Options): Call<Prescription> {
    return this.#http.send('POST', '/api/prescriptions/{id}/sign', { path: [id], options, keyed: true }, 'prescription')
  }

  /**
   * Verify the signature of a prescription.
   *
   * Compares the stored prescription with the signed content, and returns all that is needed to verify it independently: `value` is a JWS with detached content, which is `canonical`. 404 while it is not signed.
   *
   * Scope: `prescriptions:read`.
   */
  getSignature(id: string, options?: Options): Call<PrescriptionSignature> {
    return this.#http.send('GET', '/api/prescriptions/{id}/signature', { path: [id], options }, 'signature')
  }

  /**
   * Create a pickup code.
   *
   * By the patient, to show in a pharmacy, which orders with it once. It is valid for 15 to 30 minutes and until the next order on the prescription.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.
   */
  createPickupCode(id: string, options?: Options): Call<PickupCode> {
    return this.#http.send('POST', '/api/prescriptions/{id}/pickup-code', { path: [id], options, keyed: true }, 'pickupCode')
  }
}

export class SigningKeysApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Create or replace the signing key.
   *
   * Creates or replaces the signing key of the caller. The old private key is destroyed; its signatures remain verifiable.
   *
   * Scope: `prescriptions:write`.
   */
  replace(options?: Options): Call<SigningKey> {
    return this.#http.send('POST', '/api/signing-keys', { options, keyed: true }, 'signingKey')
  }
}

export class OrdersApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List pharmacy orders.
   *
   * Patients see their own, pharmacies those placed with them, doctors and dentists those on their prescriptions, administrators all of the tenant. Newest first. For pharmacies, `patientId` omits orders that are CANCELLED or REJECTED.
   *
   * Scope: `orders:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly OrderStatus[] | undefined
    patientId?: string | undefined
    pharmacyId?: string | undefined
    prescriptionId?: string | undefined
    /** Placed at this time or later. */
    from?: string | Date | undefined
    /** Placed before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Order> {
    return this.#http.pages('GET', '/api/orders', { query, options }, 'orders')
  }

  /**
   * Order a prescription from a pharmacy.
   *
   * On a prescription that the caller may see: by its patient, its prescriber or an administrator. A prescription has one open order at a time, and further ones while its lines have something left. A pharmacy may order only from itself and in the presence of the patient, who shows a `pickupCode`; never after an order at it was cancelled, until the patient orders there again.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The prescription has an open order (details.order.id), has nothing left (details.dispensing.left is 0), was cancelled, or has expired.
   */
  place(body: PlaceOrder, options?: Options): Call<Order> {
    return this.#http.send('POST', '/api/orders', { body, options, keyed: true }, 'order')
  }

  /**
   * Read a pharmacy order.
   *
   * For the patient, the prescriber, the addressed pharmacy and administrators.
   *
   * Scope: `orders:read`.
   */
  get(id: string, options?: Options): Call<Order> {
    return this.#http.send('GET', '/api/orders/{id}', { path: [id], options }, 'order')
  }

  /**
   * Update the status of a pharmacy order.
   *
   * The order is PENDING, PREPARING, READY, DELIVERED, one step at a time; PENDING and PREPARING may become CANCELLED or REJECTED. By its pharmacy or an administrator; the patient may cancel while it is PENDING. PREPARING needs a signed prescription. Setting the current status changes nothing. An order of a prescription with nothing left, or with a substance of table A or B after its `validUntil`, can only be CANCELLED or REJECTED.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The current status does not allow it: details.state has from, to and the allowed statuses. Or nothing is left (details.dispensing.left is 0).
   */
  update(id: string, body: UpdateOrder, options?: UpdateOptions): Call<Order> {
    return this.#http.send('PUT', '/api/orders/{id}', { path: [id], body, options, keyed: true }, 'order')
  }

  /**
   * Cancel a pharmacy order.
   *
   * As `PUT /api/orders/{id}` with the status CANCELLED: by its pharmacy or an administrator while it is PENDING or PREPARING, by the patient while it is PENDING. Cancelling again changes nothing.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The current status does not allow it: details.state has from, to and the allowed statuses.
   */
  cancel(id: string, options?: UpdateOptions): Call<Order> {
    return this.#http.send('POST', '/api/orders/{id}/cancel', { path: [id], options, keyed: true }, 'order')
  }

  /**
   * Change the pharmacy of an order.
   *
   * By its patient or an administrator while it is PENDING. The order becomes CANCELLED, its pharmacy is notified and no longer sees prescription and patient, and the other pharmacy gets a new order.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} It is not PENDING (details.state), has nothing left to dispense (details.dispensing.left is 0), or the prescription has expired.
   */
  transfer(id: string, body: ChangePharmacy, options?: Options): Call<Order> {
    return this.#http.send('POST', '/api/orders/{id}/transfer', { path: [id], body, options, keyed: true }, 'order')
  }
}

export class LabOrdersResultsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Enter the results of a lab order.
   *
   * By its doctor, its laboratory or an administrator. Sets the status RESULTS_READY from any earlier step. Until they are released, results can be entered again under a new id; the last ones count, and earlier ones are kept.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The lab order is RELEASED or CANCELLED.
   */
  enter(id: string, body: EnterLabResults, options?: Options): Call<EnteredLabResult> {
    return this.#http.send('POST', '/api/lab-orders/{id}/results', { path: [id], body, options, keyed: true }, 'labResult')
  }

  /**
   * Read the results of a lab order.
   *
   * The results entered last. 404 while there are none, and for the patient until they are RELEASED. Bounds are inclusive: only a value beyond a bound is flagged.
   *
   * Scope: `lab_orders:read`.
   */
  get(id: string, options?: Options): Call<LabResult> {
    return this.#http.send('GET', '/api/lab-orders/{id}/results', { path: [id], options }, 'labResult')
  }
}

export class LabOrdersFilesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Add a file to a lab order.
   *
   * The signed report, or an image. By the laboratory or the doctor who ordered the tests, from COLLECTED until RELEASED; at most 10 files. It is released with the results.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The lab order is still ORDERED, RELEASED or CANCELLED, or has the maximum of files.
   */
  add(id: string, body: AddLabOrderFile, options?: Options): Call<LabOrderFile> {
    return this.#http.send('POST', '/api/lab-orders/{id}/files', { path: [id], body, options, keyed: true }, 'labOrderFile')
  }

  /**
   * List the files of a lab order.
   *
   * Read by those who read the results: the doctor who ordered them, the laboratory to which they are addressed, the patient once they are RELEASED, administrators who opened the file of the patient. All of them, oldest first. 404 for the patient until the release.
   *
   * Scope: `lab_orders:read`.
   */
  list(id: string, options?: Options): Call<LabOrderFile[]> {
    return this.#http.send('GET', '/api/lab-orders/{id}/files', { path: [id], options }, 'labOrderFiles')
  }

  /**
   * Read a file of a lab order.
   *
   * With a new URL of its content. Read by those who read the results: the doctor who ordered them, the laboratory to which they are addressed, the patient once they are RELEASED, administrators who opened the file of the patient.
   *
   * Scope: `lab_orders:read`.
   */
  get(id: string, fileId: string, options?: Options): Call<LabOrderFileContent> {
    return this.#http.send('GET', '/api/lab-orders/{id}/files/{fileId}', { path: [id, fileId], options }, 'labOrderFile')
  }

  /**
   * Remove a file from a lab order.
   *
   * By the user who uploaded it, before the release. Its content is deleted.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The lab order is RELEASED or CANCELLED.
   */
  remove(id: string, fileId: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/lab-orders/{id}/files/{fileId}', { path: [id, fileId], options, keyed: true }, null)
  }
}

export class LabOrdersApi {
  readonly #http: Http
  readonly results: LabOrdersResultsApi
  readonly files: LabOrdersFilesApi

  constructor(http: Http) {
    this.#http = http
    this.results = new LabOrdersResultsApi(http)
    this.files = new LabOrdersFilesApi(http)
  }

  /**
   * List lab orders.
   *
   * Patients see their own, doctors and dentists those that they ordered, laboratories those that are addressed to them until they are cancelled, administrators all of the tenant. Newest first.
   *
   * Scope: `lab_orders:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly LabOrderStatus[] | undefined
    patientId?: string | undefined
    doctorId?: string | undefined
    laboratoryId?: string | undefined
    /** Ordered at this time or later. */
    from?: string | Date | undefined
    /** Ordered before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<LabOrder> {
    return this.#http.pages('GET', '/api/lab-orders', { query, options }, 'labOrders')
  }

  /**
   * Order lab tests.
   *
   * By a doctor or dentist in their own name, or by an administrator for the given doctor. Without `doctorId`, an order by an administrator belongs to the doctor of the appointment, if any.
   *
   * Scope: `lab_orders:write`.
   */
  submit(body: SubmitLabOrder, options?: Options): Call<ChangedLabOrder> {
    return this.#http.send('POST', '/api/lab-orders', { body, options, keyed: true }, 'labOrder')
  }

  /**
   * Read a lab order.
   *
   * For the patient, the prescriber, the addressed laboratory and administrators with a reason.
   *
   * Scope: `lab_orders:read`.
   */
  get(id: string, options?: Options): Call<LabOrder> {
    return this.#http.send('GET', '/api/lab-orders/{id}', { path: [id], options }, 'labOrder')
  }

  /**
   * Update the status of a lab order.
   *
   * The order is ORDERED, COLLECTED, IN_PROGRESS, RESULTS_READY, RELEASED, one step at a time; before RELEASED it may become CANCELLED. By its doctor, its laboratory or an administrator. RELEASED shows the results to the patient and alerts the doctor of critical values. Setting the current status changes nothing.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The current status does not allow it, or there are no results: details.state has from, to and the allowed statuses.
   */
  update(id: string, body: UpdateLabOrder, options?: UpdateOptions): Call<ChangedLabOrder> {
    return this.#http.send('PUT', '/api/lab-orders/{id}', { path: [id], body, options, keyed: true }, 'labOrder')
  }

  /**
   * Cancel a lab order.
   *
   * As `PUT /api/lab-orders/{id}` with the status CANCELLED: by its doctor, its laboratory or an administrator, before it is RELEASED. Cancelling again changes nothing.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} It is RELEASED: details.state has from, to and the allowed statuses.
   */
  cancel(id: string, options?: UpdateOptions): Call<ChangedLabOrder> {
    return this.#http.send('POST', '/api/lab-orders/{id}/cancel', { path: [id], options, keyed: true }, 'labOrder')
  }

  /**
   * Choose the laboratory of a lab order.
   *
   * By the patient, its doctor or an administrator, while it is ORDERED. The laboratory sees the lab order and the patient’s name, birth date and sex; the earlier one sees nothing of it any more. The patient and the doctor get a message unless they chose it themselves. Null: none.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The laboratory has begun, or the order is over: details.state.
   */
  chooseLaboratory(id: string, body: ChooseLaboratory, options?: Options): Call<ChangedLabOrder> {
    return this.#http.send('PUT', '/api/lab-orders/{id}/laboratory', { path: [id], body, options, keyed: true }, 'labOrder')
  }
}

export class StockMovementsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Record a stock movement.
   *
   * SOLD and LOST need a negative delta, RECEIVED and RETURNED a positive one, CORRECTION either.
   *
   * Scope: `stock:write`.
   *
   * @throws {Conflict} The stock is too low: details.stock.quantity.
   */
  record(id: string, body: MoveStock, options?: Options): Call<NewStockMovement> {
    return this.#http.send('POST', '/api/stock/{id}/movements', { path: [id], body, options, keyed: true }, 'movement')
  }

  /**
   * List the movements of a lot.
   *
   * Newest first, down to the receipt of the lot.
   *
   * Scope: `stock:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<StockMovement> {
    return this.#http.pages('GET', '/api/stock/{id}/movements', { path: [id], query, options }, 'movements')
  }
}

export class StockApi {
  readonly #http: Http
  readonly movements: StockMovementsApi

  constructor(http: Http) {
    this.#http = http
    this.movements = new StockMovementsApi(http)
  }

  /**
   * List the lots of a pharmacy.
   *
   * Pharmacies see their own, administrators all of the tenant. Newest first; with `expiringWithinDays` by expiry, the latest first.
   *
   * Scope: `stock:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** A part of the name, without regard to case and accents. */
    medication?: string | undefined
    /** Lots whose last day of use is at most this number of days ahead, including expired ones. */
    expiringWithinDays?: number | undefined
    /** Whether to include empty lots. */
    includeEmpty?: boolean | undefined
    pharmacyId?: string | undefined
  }, options?: Options): Pages<StockLot> {
    return this.#http.pages('GET', '/api/stock', { query, options }, 'lots')
  }

  /**
   * Add a lot to the stock of a pharmacy.
   *
   * By the pharmacy, or an administrator who gives `pharmacyId`.
   *
   * Scope: `stock:write`.
   *
   * @throws {Conflict} The pharmacy has this lot number of the medicine already (details.lot.id): add a movement to it.
   */
  receive(body: ReceiveLot, options?: Options): Call<StockLot> {
    return this.#http.send('POST', '/api/stock', { body, options, keyed: true }, 'lot')
  }

  /**
   * Read a lot.
   *
   * Of the caller’s pharmacy.
   *
   * Scope: `stock:read`.
   */
  get(id: string, options?: Options): Call<StockLot> {
    return this.#http.send('GET', '/api/stock/{id}', { path: [id], options }, 'lot')
  }

  /**
   * Correct a lot.
   *
   * Absent fields stay unchanged. A different quantity is recorded as a movement with the note; a new expiry date triggers new warnings.
   *
   * Scope: `stock:write`.
   */
  update(id: string, body?: UpdateLot, options?: UpdateOptions): Call<StockLot> {
    return this.#http.send('PUT', '/api/stock/{id}', { path: [id], body, options, keyed: true }, 'lot')
  }
}

export class ServicesPricesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the prices of a service.
   *
   * Scheduled, current and past prices, latest first.
   *
   * Scope: `services:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<ServicePrice> {
    return this.#http.pages('GET', '/api/services/{id}/prices', { path: [id], query, options }, 'prices')
  }

  /**
   * Schedule a price of a service.
   *
   * Reads return it from that time on. To change the price at once, update the service.
   *
   * Scope: `services:write`.
   *
   * @throws {Conflict} Another price is scheduled for that time: details.price.id.
   */
  schedule(id: string, body: SchedulePrice, options?: Options): Call<ServicePrice> {
    return this.#http.send('POST', '/api/services/{id}/prices', { path: [id], body, options, keyed: true }, 'price')
  }

  /**
   * Withdraw a scheduled price.
   *
   * Only a price that does not apply yet.
   *
   * Scope: `services:write`.
   *
   * @throws {Conflict} The price is already in effect.
   */
  withdraw(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/services/prices/{id}', { path: [id], options, keyed: true }, null)
  }
}

export class ServicesApi {
  readonly #http: Http
  readonly prices: ServicesPricesApi

  constructor(http: Http) {
    this.#http = http
    this.prices = new ServicesPricesApi(http)
  }

  /**
   * List services.
   *
   * Every user sees all services of the organisation. Newest first.
   *
   * Scope: `services:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** Only services that are offered, or that are not. */
    active?: boolean | undefined
  }, options?: Options): Pages<Service> {
    return this.#http.pages('GET', '/api/services', { query, options }, 'services')
  }

  /**
   * Create a service.
   *
   * A service that the organisation offers, with its first price.
   *
   * Scope: `services:write`.
   *
   * @throws {Conflict} Another service has this code: details.service.id.
   */
  create(body: CreateService, options?: Options): Call<Service> {
    return this.#http.send('POST', '/api/services', { body, options, keyed: true }, 'service')
  }

  /**
   * Read a service.
   *
   * `priceMAD` is the current price; scheduled prices take effect at their time.
   *
   * Scope: `services:read`.
   */
  get(id: string, options?: Options): Call<Service> {
    return this.#http.send('GET', '/api/services/{id}', { path: [id], options }, 'service')
  }

  /**
   * Update a service.
   *
   * Absent fields stay unchanged. A new price takes effect at once, until the next scheduled one.
   *
   * Scope: `services:write`.
   *
   * @throws {Conflict} Another service has this code: details.service.id.
   */
  update(id: string, body?: UpdateService, options?: UpdateOptions): Call<Service> {
    return this.#http.send('PUT', '/api/services/{id}', { path: [id], body, options, keyed: true }, 'service')
  }
}

export class InvoicesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List invoices.
   *
   * Patients see their own, doctors and dentists those of their consultations, the front desk and administrators all of the tenant. Newest first.
   *
   * Scope: `invoices:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly InvoiceStatus[] | undefined
    patientId?: string | undefined
    doctorId?: string | undefined
    /** Created at this time or later. */
    from?: string | Date | undefined
    /** Created before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Invoice> {
    return this.#http.pages('GET', '/api/invoices', { query, options }, 'invoices')
  }

  /**
   * Create an invoice.
   *
   * Doctors and dentists invoice patients whom they treat, the front desk and administrators all patients. It gets the next number of its year, and cannot be changed: cancel it and create another.
   *
   * Scope: `invoices:write`.
   */
  create(body: CreateInvoice, options?: Options): Call<InvoiceWithPayments> {
    return this.#http.send('POST', '/api/invoices', { body, options, keyed: true }, 'invoice')
  }

  /**
   * Read an invoice with its payments and refunds.
   *
   * With its payments and refunds.
   *
   * Scope: `invoices:read`.
   */
  get(id: string, options?: Options): Call<InvoiceWithPayments> {
    return this.#http.send('GET', '/api/invoices/{id}', { path: [id], options }, 'invoice')
  }

  /**
   * Cancel an invoice by its status.
   *
   * As `POST /api/invoices/{id}/cancel`. By its doctor or dentist, or an administrator, until something is paid. It keeps its number. Cancelling again changes nothing.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} Something was paid, or a card payment is pending.
   */
  update(id: string, body: UpdateInvoice, options?: UpdateOptions): Call<InvoiceWithPayments> {
    return this.#http.send('PUT', '/api/invoices/{id}', { path: [id], body, options, keyed: true }, 'invoice')
  }

  /**
   * Cancel an invoice.
   *
   * By its doctor or dentist, or an administrator, until something is paid. It keeps its number. Cancelling again changes nothing.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} Something was paid, or a card payment is pending.
   */
  cancel(id: string, body?: CancelInvoice, options?: UpdateOptions): Call<InvoiceWithPayments> {
    return this.#http.send('POST', '/api/invoices/{id}/cancel', { path: [id], body, options, keyed: true }, 'invoice')
  }

  /**
   * Pay an invoice in full or in part.
   *
   * By card: the patient, the doctor or dentist, the front desk, or an administrator; in cash: recorded by all of these but the patient. In the sandbox payments are simulated: every token succeeds except `tok_declined`, `tok_unavailable` and `tok_timeout`; `tok_refund_declined` and `tok_refund_timeout` make refunds fail. With an Idempotency-Key a card is charged once, even if the connection fails.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} The amount exceeds what is due (details.due), the card was declined (details.payment), or cards are not available on this installation.
   */
  takePayment(id: string, body: TakePayment, options?: Options): Call<Payment> {
    return this.#http.send('POST', '/api/invoices/{id}/payments', { path: [id], body, options, keyed: true }, 'payment')
  }

  /**
   * Refund an invoice in full or in part.
   *
   * By the invoice’s doctor or dentist, or an administrator. Card payments are refunded to their card, newest payment first; cash last, handed out by the caller.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} The amount exceeds what can be refunded (details.refundable), the bank refused it (details.refund), or cards are not available on this installation.
   */
  refund(id: string, body: RefundInvoice, options?: Options): Call<Refund> {
    return this.#http.send('POST', '/api/invoices/{id}/refunds', { path: [id], body, options, keyed: true }, 'refund')
  }
}

export class ReviewsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List reviews.
   *
   * Patients see those they wrote, doctors and dentists those about them, administrators all of the tenant. Newest first.
   *
   * Scope: `appointments:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    doctorId?: string | undefined
    patientId?: string | undefined
    /** Written at this time or later. */
    from?: string | Date | undefined
    /** Written before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Review> {
    return this.#http.pages('GET', '/api/reviews', { query, options }, 'reviews')
  }

  /**
   * Review a consultation.
   *
   * By the appointment's patient, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, the average of all reviews to one decimal.
   *
   * Scope: `reviews:write`.
   *
   * @throws {Conflict} The appointment is not COMPLETED (details.state), or was reviewed (details.review.id).
   */
  create(id: string, body: ReviewAppointment, options?: Options): Call<Review> {
    return this.#http.send('POST', '/api/appointments/{id}/review', { path: [id], body, options, keyed: true }, 'review')
  }

  /**
   * Read the review of a consultation.
   *
   * 404 while there is none.
   *
   * Scope: `appointments:read`.
   */
  get(id: string, options?: Options): Call<Review> {
    return this.#http.send('GET', '/api/appointments/{id}/review', { path: [id], options }, 'review')
  }
}

export class FollowUpsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List follow-ups.
   *
   * Patients see those proposed to them, doctors and dentists their own, administrators all of the tenant. Newest first.
   *
   * Scope: `follow_ups:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly FollowUpStatus[] | undefined
    doctorId?: string | undefined
    patientId?: string | undefined
    /** Proposed at this time or later. */
    from?: string | Date | undefined
    /** Proposed before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<FollowUp> {
    return this.#http.pages('GET', '/api/follow-ups', { query, options }, 'followUps')
  }

  /**
   * Propose a follow-up consultation.
   *
   * By its doctor or dentist, or an administrator, with or without a time. The time is not reserved until the patient accepts.
   *
   * Scope: `follow_ups:write`.
   */
  propose(body: ProposeFollowUp, options?: Options): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups', { body, options, keyed: true }, 'followUp')
  }

  /**
   * Read a follow-up.
   *
   * For the patient, the practitioner and administrators.
   *
   * Scope: `follow_ups:read`.
   */
  get(id: string, options?: Options): Call<FollowUp> {
    return this.#http.send('GET', '/api/follow-ups/{id}', { path: [id], options }, 'followUp')
  }

  /**
   * Cancel a proposed follow-up by its status.
   *
   * As `POST /api/follow-ups/{id}/cancel`. By its doctor or an administrator. Cancelling again changes nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} It was accepted or declined: details.state.
   */
  update(id: string, body: UpdateFollowUp, options?: UpdateOptions): Call<FollowUp> {
    return this.#http.send('PUT', '/api/follow-ups/{id}', { path: [id], body, options, keyed: true }, 'followUp')
  }

  /**
   * Accept a follow-up.
   *
   * By its patient or an administrator. Books the proposed time, or the one given here; without either, it is accepted without an appointment, to be booked later. Accepting again returns the same response and books nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} It was declined or cancelled (details.state), the doctor has another appointment at that time (details.overlap.id; null for one that the caller may not read), or the proposed time is in the past. In the last two cases it stays PROPOSED and can be accepted with another time.
   */
  accept(id: string, body?: AcceptFollowUp, options?: Options): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups/{id}/accept', { path: [id], body, options, keyed: true }, 'followUp')
  }

  /**
   * Decline a follow-up.
   *
   * By its patient or an administrator. Declining again changes nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} It was accepted or cancelled: details.state.
   */
  decline(id: string, options?: Options): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups/{id}/decline', { path: [id], options, keyed: true }, 'followUp')
  }

  /**
   * Cancel a proposed follow-up.
   *
   * By its doctor or an administrator. Cancelling again changes nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} It was accepted or declined: details.state.
   */
  cancel(id: string, options?: UpdateOptions): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups/{id}/cancel', { path: [id], options, keyed: true }, 'followUp')
  }
}

export class PatientsConsentsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the consents of a patient.
   *
   * Every consent in a fixed order, with the current answer.
   *
   * Scope: `patients:read`.
   */
  get(id: string, options?: Options): Call<Consent[]> {
    return this.#http.send('GET', '/api/patients/{id}/consents', { path: [id], options }, 'consents')
  }

  /**
   * Update the consents of a patient.
   *
   * By the patient, or an administrator on their behalf. The body lists every granted consent; the others are withdrawn. Each changed answer is a new version, kept with its author, time and client; the same list again changes nothing.
   *
   * Scope: `patients:write`.
   */
  update(id: string, body: UpdateConsents, options?: UpdateOptions): Call<Consent[]> {
    return this.#http.send('PUT', '/api/patients/{id}/consents', { path: [id], body, options, keyed: true }, 'consents')
  }

  /**
   * List the consent history of a patient.
   *
   * The proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.
   *
   * Scope: `patients:read`.
   */
  listHistory(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<ConsentVersion> {
    return this.#http.pages('GET', '/api/patients/{id}/consents/history', { path: [id], query, options }, 'history')
  }
}

export class PatientsIdentityApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the identity of a patient.
   *
   * For the patient, and everyone who may see the patient.
   *
   * Scope: `patients:read`.
   */
  get(id: string, options?: Options): Call<PatientIdentity> {
    return this.#http.send('GET', '/api/patients/{id}/identity', { path: [id], options }, 'identity')
  }

  /**
   * Update the identity of a patient.
   *
   * By the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears. Once the staff has recorded birthDate, sex or nationalId, the patient cannot change these three: signed documents state them. The staff attests them by setting every one that is not null, or by changing attested ones.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} By the staff: a guardian made the record, whom no one has verified (details.unverifiedGuardianships). The front desk verifies or ends the guardianship first.
   */
  update(id: string, body?: UpdateIdentity, options?: UpdateOptions): Call<PatientIdentity> {
    return this.#http.send('PUT', '/api/patients/{id}/identity', { path: [id], body, options, keyed: true }, 'identity')
  }

  /**
   * List the disputes about the identity of a patient.
   *
   * For the patient, and everyone who may see the patient. Newest first.
   *
   * Scope: `patients:read`.
   */
  listDisputes(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<IdentityDispute> {
    return this.#http.pages('GET', '/api/patients/{id}/identity/disputes', { path: [id], query, options }, 'disputes')
  }

  /**
   * Dispute what the staff recorded about the identity.
   *
   * By the patient, of birthDate, sex and nationalId once the staff has attested them. Both values are kept and shown; documents state the recorded ones until the staff attests the other.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} A dispute is open, or the staff has not attested the identity, which the patient can then change.
   */
  dispute(id: string, body: DisputeIdentity, options?: Options): Call<IdentityDispute> {
    return this.#http.send('POST', '/api/patients/{id}/identity/dispute', { path: [id], body, options, keyed: true }, 'dispute')
  }

  /**
   * Withdraw a dispute.
   *
   * By the patient. The dispute stays in the history.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} No dispute is open.
   */
  withdrawDispute(id: string, options?: Options): Call<IdentityDispute> {
    return this.#http.send('DELETE', '/api/patients/{id}/identity/dispute', { path: [id], options, keyed: true }, 'dispute')
  }

  /**
   * Attest the recorded or the disputed identity after seeing a document.
   *
   * By a doctor or dentist who treats the patient, or an administrator.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} No dispute is open.
   */
  resolveDispute(id: string, body: ResolveIdentityDispute, options?: Options): Call<IdentityDispute> {
    return this.#http.send('POST', '/api/patients/{id}/identity/dispute/resolve', { path: [id], body, options, keyed: true }, 'dispute')
  }
}

export class PatientsRelationshipsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the professionals who treat a patient.
   *
   * For the patient and administrators. One entry for each professional, with ended relationships and emergency accesses; the latest end first.
   *
   * Scope: `patients:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<CareRelationship> {
    return this.#http.pages('GET', '/api/patients/{id}/relationships', { path: [id], query, options }, 'relationships')
  }

  /**
   * Allow a doctor or dentist to read the file of a patient.
   *
   * By the patient, or by an administrator, which the patient and the other administrators are notified of. It lasts as long as after a contact (24 months by default); stated again, it begins anew.
   *
   * Scope: `patients:write`.
   */
  state(id: string, professionalId: string, body?: StateRelationship, options?: Options): Call<void> {
    return this.#http.send('PUT', '/api/patients/{id}/relationships/{professionalId}', { path: [id, professionalId], body, options, keyed: true }, null)
  }

  /**
   * End the relationship of a patient with a professional.
   *
   * By the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps what they wrote and their own appointments. A new booking by the patient begins a new relationship.
   *
   * Scope: `patients:write`.
   */
  end(id: string, professionalId: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/patients/{id}/relationships/{professionalId}', { path: [id, professionalId], options, keyed: true }, null)
  }
}

export class PatientsConditionsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the conditions of a patient.
   *
   * For the patient, the doctors and dentists who treat them, and administrators. Newest first.
   *
   * Scope: `patients:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly ConditionStatus[] | undefined
  }, options?: Options): Pages<Condition> {
    return this.#http.pages('GET', '/api/patients/{id}/conditions', { path: [id], query, options }, 'conditions')
  }

  /**
   * Record a condition of a patient.
   *
   * By a doctor or dentist who treats the patient, or an administrator.
   *
   * Scope: `patients:write`.
   */
  record(id: string, body: RecordCondition, options?: Options): Call<Condition> {
    return this.#http.send('POST', '/api/patients/{id}/conditions', { path: [id], body, options, keyed: true }, 'condition')
  }

  /**
   * Update a condition.
   *
   * By the user who recorded it. Absent fields stay unchanged. A past condition is RESOLVED.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} It was struck.
   */
  update(id: string, body?: UpdateCondition, options?: Options): Call<Condition> {
    return this.#http.send('PUT', '/api/patients/conditions/{id}', { path: [id], body, options, keyed: true }, 'condition')
  }

  /**
   * Delete a condition that was recorded by mistake.
   *
   * By the user who recorded it. It is kept in the database, but can no longer be read.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} It was struck.
   */
  delete(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/patients/conditions/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Mark a condition as wrong.
   *
   * By an administrator, with a reason. It stays readable, marked as struck, and patients are no longer recalled for it. Striking again changes nothing.
   *
   * Scope: `patients:write`.
   */
  strike(id: string, body: StrikeCondition, options?: Options): Call<Condition> {
    return this.#http.send('POST', '/api/patients/conditions/{id}/strike', { path: [id], body, options, keyed: true }, 'condition')
  }
}

export class PatientsDependantsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Register a person for whom the caller acts.
   *
   * Makes a new record of a patient without an account, such as a child. The caller acts for them at once, because the record contains only what the caller enters; `verified` is false until the organisation has seen the papers. Of an adult, the adult decides by a code (`POST /api/guardianships/requests`), or the organisation. `id` is the caller.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, ended guardianships included (REGISTERED_DEPENDANTS).
   */
  register(id: string, body: RegisterDependant, options?: Options): Call<Guardianship> {
    return this.#http.send('POST', '/api/patients/{id}/dependants', { path: [id], body, options, keyed: true }, 'guardianship')
  }

  /**
   * List the people for whom a patient acts.
   *
   * For the guardian, administrators and the front desk, with ended guardianships. Newest first.
   *
   * Scope: `patients:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Guardianship> {
    return this.#http.pages('GET', '/api/patients/{id}/dependants', { path: [id], query, options }, 'guardianships')
  }
}

export class PatientsApi {
  readonly #http: Http
  readonly consents: PatientsConsentsApi
  readonly identity: PatientsIdentityApi
  readonly relationships: PatientsRelationshipsApi
  readonly conditions: PatientsConditionsApi
  readonly dependants: PatientsDependantsApi

  constructor(http: Http) {
    this.#http = http
    this.consents = new PatientsConsentsApi(http)
    this.identity = new PatientsIdentityApi(http)
    this.relationships = new PatientsRelationshipsApi(http)
    this.conditions = new PatientsConditionsApi(http)
    this.dependants = new PatientsDependantsApi(http)
  }

  /**
   * Register a patient without an account.
   *
   * By the front desk, an administrator, or a doctor or dentist, who then treats the patient. The patient may claim an account later (`POST /api/patients/{id}/claim-codes`). A person with the same national id, or the same name and birth date, is reported before anything is saved; names are compared without case, accents, forms of Arabic letters, spaces and order. A doctor or dentist registers at most 60 in an hour and 200 in a day, refused ones included, then 429.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The person may be registered already. `details.duplicates` has id, name and birthDate of those whom the caller may see, with `unverifiedGuardian: true` if a guardian made the record whom no one has verified: they would read what is written in it. `details.hidden` counts the others: ask the front desk about them. Send `differentPerson: true` for another person.
   */
  register(body: PatientRegistration, options?: Options): Call<RegisteredPatient> {
    return this.#http.send('POST', '/api/patients', { body, options, keyed: true }, 'patient')
  }

  /**
   * List patients.
   *
   * Administrators and the front desk see every patient, doctors and dentists those whom they treat (`GET /api/patients/{id}/relationships`), patients themselves. Professionals see none until they are verified. Newest first; with `name` alone or with `consent`, by the word that matches.
   *
   * Scope: `patients:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** Only patients whose name has, for each of these words, a word that begins with it, in any order. Case, accents, Arabic vowel signs and forms of letters are ignored. Particles belong to the next word: `el fas` finds `El Fassi` and `Elfassi`. */
    name?: string | undefined
    /** Only patients with this telephone number. For administrators, the front desk and patients; others get 403. */
    phone?: string | undefined
    /** Only patients with this national id, in any case and with or without spaces. */
    nationalId?: string | undefined
    /** Only patients born on this day. */
    birthDate?: string | undefined
    /** Only patients who granted this consent and whose account is enabled. `MARKETING`: the audience of campaigns. */
    consent?: ConsentName | undefined
  }, options?: Options): Pages<Patient> {
    return this.#http.pages('GET', '/api/patients', { query, options }, 'patients')
  }

  /**
   * Send a patient the code to claim their account.
   *
   * By the front desk, an administrator, or the doctor or dentist who registered the patient. The code goes to the address on file, is valid for 24 hours and 5 tries, and replaces an earlier one. An address gets at most 3 codes in an hour and 10 in a day, then 429.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The patient has an account, no such address, or a guardian whom no one verified (details.unverifiedGuardianships); or the caller was the last to change an address of the patient.
   */
  sendClaimCode(id: string, body: ClaimCodeRequest, options?: Options): Call<SendClaimCodeAnswer> {
    return this.#http.send('POST', '/api/patients/{id}/claim-codes', { path: [id], body, options, keyed: true })
  }

  /**
   * Read a patient.
   *
   * Administrators and the front desk see every patient, doctors and dentists those whom they treat (`GET /api/patients/{id}/relationships`), patients themselves. Professionals see none until they are verified.
   *
   * Scope: `patients:read`.
   */
  get(id: string, options?: Options): Call<PatientFile> {
    return this.#http.send('GET', '/api/patients/{id}', { path: [id], options }, 'patient')
  }

  /**
   * List patients who may be the same person.
   *
   * Pairs with the same national id, or the same name and birth date. Spellings are compared without case, accents and spaces. The most recently registered first.
   *
   * Scope: `patients:read`.
   */
  listDuplicates(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<DuplicatePair> {
    return this.#http.pages('GET', '/api/patients/duplicates', { query, options }, 'duplicates')
  }

  /**
   * Show what a merge of two patients would do.
   *
   * Changes nothing. Show it to the administrator before the merge, which cannot be undone.
   *
   * Scope: `patients:read`.
   *
   * @throws {Conflict} Both ids are of one record.
   */
  previewMerge(id: string, otherId: string, options?: Options): Call<MergePreview> {
    return this.#http.send('GET', '/api/patients/{id}/merge-preview/{otherId}', { path: [id, otherId], options }, 'preview')
  }

  /**
   * Merge another record of the same person into a patient.
   *
   * Moves everything of the other record to this one, in one transaction. From then on the id of the other record means this one, in every operation. Signed documents stay as they were signed. It cannot be undone: read `GET /api/patients/{id}/merge-preview/{otherId}` first. What one record lacks (phone, e-mail, identity fields) the other gives, except that an attested identity takes nothing that is not attested; of consents, the last answer is in force. Access that a professional has only because they registered one record, or that was opened with a reason, ends unless they had access to both.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} Identity fields differ and identityOf is absent; the other record signs in and loginOf is absent; the login that would stay is not proved to be of a record without one (details.unproved); one of them is in a consultation; a guardianship must be verified first; both identities are disputed; one of them was merged meanwhile; or both ids are of one record.
   */
  merge(id: string, body: MergePatients, options?: Options): Call<PatientMerge> {
    return this.#http.send('POST', '/api/patients/{id}/merge', { path: [id], body, options, keyed: true }, 'merge')
  }

  /**
   * List the records that were merged into a patient.
   *
   * Newest first.
   *
   * Scope: `patients:read`.
   */
  listMerges(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<PatientMerge> {
    return this.#http.pages('GET', '/api/patients/{id}/merges', { path: [id], query, options }, 'merges')
  }

  /**
   * Open the file of a patient in an emergency.
   *
   * By a verified doctor or dentist without a relationship, for 24 hours. The patient and the administrators get a message; the audit log and the patient's relationships show the access. While it is in force, a repeated call gets the same answer and sends no message.
   *
   * Scope: `patients:write`.
   */
  openInEmergency(id: string, body: OpenInEmergency, options?: Options): Call<EmergencyAccess> {
    return this.#http.send('POST', '/api/patients/{id}/emergency-access', { path: [id], body, options, keyed: true }, 'emergencyAccess')
  }

  /**
   * Open the clinical content of a patient as an administrator.
   *
   * For 24 hours: conditions, notes of appointments, lab orders and results, reasons of follow-ups, certificates, and observing consultations. The patient and the other administrators get a message; the audit log and the patient's relationships show the access, which the patient can end. While it is in force, a repeated call gets the same answer and sends no message.
   *
   * Scope: `patients:write`.
   */
  openAsAdministrator(id: string, body: OpenAsAdministrator, options?: Options): Call<AdministrativeAccess> {
    return this.#http.send('POST', '/api/patients/{id}/administrative-access', { path: [id], body, options, keyed: true }, 'administrativeAccess')
  }

  /**
   * List the people who act for a patient.
   *
   * For the patient, their guardians, administrators and the front desk, with ended guardianships. Newest first.
   *
   * Scope: `patients:read`.
   */
  listGuardians(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Guardianship> {
    return this.#http.pages('GET', '/api/patients/{id}/guardians', { path: [id], query, options }, 'guardianships')
  }
}

export class GuardianshipsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the guardianships of the organisation.
   *
   * With ended ones. Newest first.
   *
   * Scope: `patients:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    guardianId?: string | undefined
    dependantId?: string | undefined
  }, options?: Options): Pages<Guardianship> {
    return this.#http.pages('GET', '/api/guardianships', { query, options }, 'guardianships')
  }

  /**
   * State that a patient acts for another one.
   *
   * After the organisation has seen the papers. Until the dependant is 18 years old, or for a carer until it is ended. Guardianships do not add up: a guardian does not act for the dependants of a dependant. A guardian has at most 10.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The guardian already acts for the dependant (details.guardianship.id), or has too many dependants (details.limit).
   */
  state(body: StateGuardianship, options?: Options): Call<Guardianship> {
    return this.#http.send('POST', '/api/guardianships', { body, options, keyed: true }, 'guardianship')
  }

  /**
   * Ask to act for a patient who has a record.
   *
   * The patient gets a code at their address, with the name of the caller, if they have an account and confirmed the address themselves, the caller does not have it too, and the staff has not changed an address in the last seven days. After an end by the patient or the organisation, the organisation states the next guardianship of the two. Who has the code confirms it with `POST /api/guardianships/confirm` within 24 hours. The answer does not reveal whether there is such a patient or address.
   *
   * Scope: `patients:write`.
   */
  request(body: AskForGuardianship, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/guardianships/requests', { body, options, keyed: true }, null)
  }

  /**
   * Confirm a guardianship with the code of the patient.
   *
   * By the caller who asked for it. A code has five tries. The guardianship is verified, by the dependant.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The caller already acts for the patient (details.guardianship.id), or has too many dependants (details.limit).
   */
  confirm(body: ConfirmGuardianship, options?: Options): Call<Guardianship> {
    return this.#http.send('POST', '/api/guardianships/confirm', { body, options, keyed: true }, 'guardianship')
  }

  /**
   * Verify a guardianship that the guardian registered.
   *
   * After the organisation has seen the papers. Verifying again changes nothing.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The guardianship has ended.
   */
  verify(id: string, options?: Options): Call<Guardianship> {
    return this.#http.send('POST', '/api/guardianships/{id}/verify', { path: [id], options, keyed: true }, 'guardianship')
  }

  /**
   * End a guardianship.
   *
   * By the guardian, the dependant, an administrator, or the front desk. Within a second the former guardian can no longer act for the dependant, leaves the rooms of their appointments, and receives none of their events.
   *
   * Scope: `patients:write`.
   */
  end(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/guardianships/{id}', { path: [id], options, keyed: true }, null)
  }
}

export class TemplatesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List message templates.
   *
   * For staff: the platform’s templates in every channel and language, and the organisation’s own, which replace them or have their own codes. Texts that are not `sendable` are the platform’s alone. Ordered by code, channel and language.
   *
   * Scope: `notifications:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    code?: string | undefined
    channel?: readonly Channel[] | undefined
    language?: readonly Language[] | undefined
    /** Whether it is the organisation’s own text. */
    own?: boolean | undefined
  }, options?: Options): Pages<Template> {
    return this.#http.pages('GET', '/api/notification-templates', { query, options }, 'templates')
  }

  /**
   * Read a template with its text.
   *
   * The organisation’s own text, or else the platform’s.
   *
   * Scope: `notifications:read`.
   */
  get(code: string, channel: string, language: string, options?: Options): Call<WholeTemplate> {
    return this.#http.send('GET', '/api/notification-templates/{code}/{channel}/{language}', { path: [code, channel, language], options }, 'template')
  }

  /**
   * Write a template.
   *
   * Replaces the platform’s text, or creates a code of the organisation with its first text. The texts of codes that are not `sendable` are the platform’s: people act on them, so they are refused with 422. `{withName}` is a variable, `{lots, plural, one {# lot} other {# lots}}` depends on a count, and `[…]` is omitted if an optional variable in it is absent. The text must use every variable. All texts of a code share variables and purpose, which may be omitted for an existing code. Messages sent from now on use the new text.
   *
   * Scope: `notifications:write`.
   *
   * @throws {Conflict} The code has other variables or another purpose (see details), or the organisation has the maximum number of codes.
   */
  write(code: string, channel: string, language: string, body: WriteTemplate, options?: UpdateOptions): Call<WholeTemplate> {
    return this.#http.send('PUT', '/api/notification-templates/{code}/{channel}/{language}', { path: [code, channel, language], body, options, keyed: true }, 'template')
  }

  /**
   * Delete a template.
   *
   * Restores the platform’s text, if there is one. Deleting the last text of an own code deletes the code.
   *
   * Scope: `notifications:write`.
   */
  delete(code: string, channel: string, language: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/notification-templates/{code}/{channel}/{language}', { path: [code, channel, language], options, keyed: true }, null)
  }

  /**
   * Preview a message.
   *
   * Renders the template with the given variables, as text in their kinds: its saved text, or `draft`, which meets the same checks as a text that is written. Saves and sends nothing.
   *
   * Scope: `notifications:read`.
   *
   * @throws {Conflict} The draft has other variables or another purpose than the code.
   */
  preview(code: string, channel: string, language: string, body: PreviewTemplate, options?: Options): Call<TemplatePreview> {
    return this.#http.send('POST', '/api/notification-templates/{code}/{channel}/{language}/preview', { path: [code, channel, language], body, options, keyed: true }, 'preview')
  }
}

export class NotificationsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Send a message.
   *
   * Administrators can write to any user of the organisation, doctors and dentists to patients with whom they have appointments, pharmacies to patients who ordered from them. The message is sent by the requested channel or the recipient’s preferred one. If the recipient has no address there, or sending fails for good, another permitted channel is used: WhatsApp, SMS, e-mail. Opt-outs and quiet hours are respected. `GET /api/notifications/{id}` returns the status.
   *
   * Scope: `notifications:write`.
   */
  send(body: SendMessage, options?: Options): Call<SendMessageAnswer> {
    return this.#http.send('POST', '/api/notifications/send', { body, options, keyed: true })
  }

  /**
   * List messages.
   *
   * Administrators see all messages of the organisation, other users those sent to them. Newest first.
   *
   * Scope: `notifications:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    recipientUserId?: string | undefined
    status?: readonly MessageStatus[] | undefined
    channel?: readonly Channel[] | undefined
    templateCode?: string | undefined
    /** Created at this time or later. */
    from?: string | Date | undefined
    /** Created before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Message> {
    return this.#http.pages('GET', '/api/notifications', { query, options }, 'messages')
  }

  /**
   * Read the status of a message.
   *
   * The text is not stored, only the template, the provider and the times.
   *
   * Scope: `notifications:read`.
   */
  get(id: string, options?: Options): Call<Message> {
    return this.#http.send('GET', '/api/notifications/{id}', { path: [id], options }, 'message')
  }
}

export class DocumentsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Generate a document.
   *
   * For a record that the caller may see, by a token that also has the scope that reads it: `prescriptions:read`, `invoices:read`, or for certificates and attestations `appointments:read`. A prescription must be signed, and only the practitioner of the appointment can issue its certificate. Repeating the request returns the same document with a new URL, or a new document if it was cancelled. A repeat with the same Idempotency-Key returns the same response with the old URL: for a new one, omit the key or read the document.
   *
   * Scope: `pdf:generate`.
   *
   * @throws {Conflict} The prescription is unsigned, altered or cancelled; the appointment did not take place; or there is no signing certificate.
   */
  generate(body: GeneratePdf, options?: Options): Call<GeneratePdfAnswer> {
    return this.#http.send('POST', '/api/pdf/generate', { body, options, keyed: true })
  }

  /**
   * List documents.
   *
   * Patients see their own, doctors and dentists those that name them, pharmacies those of prescriptions with an order that was neither cancelled nor rejected, administrators all of the tenant. Newest first.
   *
   * Scope: `documents:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    templateId?: DocumentTemplate | undefined
    patientId?: string | undefined
    prescriptionId?: string | undefined
    appointmentId?: string | undefined
    invoiceId?: string | undefined
    /** Created at this time or later. */
    from?: string | Date | undefined
    /** Created before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Document> {
    return this.#http.pages('GET', '/api/documents', { query, options }, 'documents')
  }

  /**
   * Read a document.
   *
   * With a new URL of the file.
   *
   * Scope: `documents:read`.
   */
  get(id: string, options?: Options): Call<DocumentFile> {
    return this.#http.send('GET', '/api/documents/{id}', { path: [id], options }, 'document')
  }

  /**
   * Cancel a document by its status.
   *
   * As `POST /api/documents/{id}/cancel`. By its practitioner or an administrator. Verification then reports it as cancelled. The record that it is about stays unchanged. Cancelling again changes nothing.
   *
   * Scope: `documents:write`.
   */
  update(id: string, body: UpdateDocument, options?: Options): Call<Document> {
    return this.#http.send('PUT', '/api/documents/{id}', { path: [id], body, options, keyed: true }, 'document')
  }

  /**
   * Cancel a document.
   *
   * By its practitioner or an administrator. Verification then reports it as cancelled. The record that it is about stays unchanged. Cancelling again changes nothing.
   *
   * Scope: `documents:write`.
   */
  cancel(id: string, body?: CancelDocument, options?: Options): Call<Document> {
    return this.#http.send('POST', '/api/documents/{id}/cancel', { path: [id], body, options, keyed: true }, 'document')
  }

  /**
   * Verify a document.
   *
   * The address in the QR code of a document: whether it is genuine, and its current state. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.
   */
  verify(serial: string, options?: Options): Call<Verification> {
    return this.#http.send('GET', '/verify/{serial}', { path: [serial], options, open: true }, 'verification')
  }
}

export class SigningCertificatesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List signing certificates.
   *
   * Administrators see all certificates of the organisation; doctors and dentists their own and the organisation’s. Newest first.
   *
   * Scope: `documents:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly SigningCertificateStatus[] | undefined
  }, options?: Options): Pages<SigningCertificate> {
    return this.#http.pages('GET', '/api/signing-certificates', { query, options }, 'signingCertificates')
  }

  /**
   * Replace a signing certificate.
   *
   * Documents are signed with the certificate of the doctor or dentist, else with the organisation’s. The previous certificate is retired: its private key is destroyed, and its signatures stay valid.
   *
   * Scope: `documents:write`.
   */
  replace(body: ReplaceSigningCertificate, options?: Options): Call<SigningCertificateWithChain> {
    return this.#http.send('POST', '/api/signing-certificates', { body, options, keyed: true }, 'signingCertificate')
  }

  /**
   * Read a signing certificate.
   *
   * Includes its chain, which verifies its signatures.
   *
   * Scope: `documents:read`.
   */
  get(id: string, options?: Options): Call<SigningCertificateWithChain> {
    return this.#http.send('GET', '/api/signing-certificates/{id}', { path: [id], options }, 'signingCertificate')
  }

  /**
   * Retire a signing certificate.
   *
   * The certificate signs no more documents, and its private key is destroyed. Its signatures stay valid. Idempotent.
   *
   * Scope: `documents:write`.
   */
  retire(id: string, options?: Options): Call<SigningCertificateWithChain> {
    return this.#http.send('POST', '/api/signing-certificates/{id}/retire', { path: [id], options, keyed: true }, 'signingCertificate')
  }
}

export class LetterheadApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the letterhead.
   *
   * For every user of the organisation. Until one is set, it is the organisation’s name.
   *
   * Scope: `documents:read`.
   */
  get(options?: Options): Call<Letterhead> {
    return this.#http.send('GET', '/api/letterhead', { options }, 'letterhead')
  }

  /**
   * Update the letterhead.
   *
   * Absent fields stay unchanged; null clears. Existing documents stay unchanged, and prescriptions signed before are printed with the letterhead of their signature.
   *
   * Scope: `documents:write`.
   */
  update(body?: UpdateLetterhead, options?: UpdateOptions): Call<Letterhead> {
    return this.#http.send('PUT', '/api/letterhead', { body, options, keyed: true }, 'letterhead')
  }
}

export class FilesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Fetch a file.
   *
   * Use the signed URL returned by another operation, unchanged. It needs no token and expires after 15 minutes. Where files are stored in a bucket, URLs point to the bucket instead.
   */
  fetch(tenant: string, subject: string, name: string, query: {
    /** Unix time at which the URL expires. */
    expires: string
    signature: string
  }, options?: Options): Call<Uint8Array<ArrayBuffer>> {
    return this.#http.file('GET', '/files/{tenant}/{subject}/{name}', { path: [tenant, subject, name], query, options, open: true })
  }
}

export class CampaignsEnrolmentsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Enrol patients and leads in a campaign.
   *
   * Each recipient can be enrolled in a campaign only once, whatever the outcome. A patient needs a valid consent to MARKETING; a lead needs `marketingConsent: true` in their form’s metadata, or `consentSource`. Recipients who may not be written to are returned in `refused` with the reason; the others are enrolled.
   *
   * Scope: `campaigns:write`.
   */
  enrol(id: string, body: EnrolInCampaign, options?: Options): Call<EnrolInCampaignAnswer> {
    return this.#http.send('POST', '/api/campaigns/{id}/enrolments', { path: [id], body, options, keyed: true })
  }

  /**
   * List the enrolments of a campaign.
   *
   * Newest first.
   *
   * Scope: `campaigns:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    state?: readonly EnrolmentState[] | undefined
    patientId?: string | undefined
    leadId?: string | undefined
  }, options?: Options): Pages<CampaignEnrolment> {
    return this.#http.pages('GET', '/api/campaigns/{id}/enrolments', { path: [id], query, options }, 'enrolments')
  }

  /**
   * Read an enrolment.
   *
   * With the step that comes next, and why it stopped if it did.
   *
   * Scope: `campaigns:read`.
   */
  get(id: string, options?: Options): Call<CampaignEnrolment> {
    return this.#http.send('GET', '/api/campaigns/enrolments/{id}', { path: [id], options }, 'enrolment')
  }

  /**
   * Stop an enrolment.
   *
   * Stops it permanently: no further steps are sent. Idempotent.
   *
   * Scope: `campaigns:write`.
   *
   * @throws {Conflict} All its steps have been sent (details.state).
   */
  stop(id: string, body?: StopEnrolment, options?: Options): Call<CampaignEnrolment> {
    return this.#http.send('POST', '/api/campaigns/enrolments/{id}/stop', { path: [id], body, options, keyed: true }, 'enrolment')
  }
}

export class CampaignsApi {
  readonly #http: Http
  readonly enrolments: CampaignsEnrolmentsApi

  constructor(http: Http) {
    this.#http = http
    this.enrolments = new CampaignsEnrolmentsApi(http)
  }

  /**
   * List campaigns.
   *
   * Newest first.
   *
   * Scope: `campaigns:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    enabled?: boolean | undefined
  }, options?: Options): Pages<Campaign> {
    return this.#http.pages('GET', '/api/campaigns', { query, options }, 'campaigns')
  }

  /**
   * Create a campaign.
   *
   * A sequence of messages with delays between them. The texts are existing templates of the organisation.
   *
   * Scope: `campaigns:write`.
   */
  create(body: CreateCampaign, options?: Options): Call<CampaignWithCounts> {
    return this.#http.send('POST', '/api/campaigns', { body, options, keyed: true }, 'campaign')
  }

  /**
   * Read a campaign.
   *
   * With its steps, and how many people are in each state.
   *
   * Scope: `campaigns:read`.
   */
  get(id: string, options?: Options): Call<CampaignWithCounts> {
    return this.#http.send('GET', '/api/campaigns/{id}', { path: [id], options }, 'campaign')
  }

  /**
   * Change, pause or resume a campaign.
   *
   * Absent fields keep their values. `steps` replaces all steps: a step with the `number` of an existing one, or with the same content, remains that step; any other is new. Enrolments continue after the last step that was sent and never get a step twice. Disabling pauses the campaign: its delays continue when it is enabled again.
   *
   * Scope: `campaigns:write`.
   */
  update(id: string, body?: UpdateCampaign, options?: UpdateOptions): Call<CampaignWithCounts> {
    return this.#http.send('PUT', '/api/campaigns/{id}', { path: [id], body, options, keyed: true }, 'campaign')
  }
}

export class LeadsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Submit a lead.
   *
   * For the forms of the marketing site. Needs a name, the source, and an e-mail address or a telephone number. The same person sending the same form again within 24 hours gets the same `leadId`. Add a field `website` that is hidden from people: submissions that fill it are treated as spam and not stored. Browsers may call this from the origins in `MARKETING_ORIGINS`.
   */
  submit(body: SubmitLead, options?: Options): Call<string> {
    return this.#http.send('POST', '/api/leads', { body, options, keyed: true, open: true }, 'leadId')
  }

  /**
   * List leads.
   *
   * Administrators only. Newest first. The content is untrusted input: display it as text, never as HTML.
   *
   * Scope: `leads:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** Leads of one form. */
    source?: string | undefined
    /** Submitted at this time or later. */
    from?: string | Date | undefined
    /** Submitted before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<Lead> {
    return this.#http.pages('GET', '/api/leads', { query, options }, 'leads')
  }
}

export class WebhooksDeliveriesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List deliveries.
   *
   * The deliveries to all webhooks: for administrators those of the organisation, for other users those of their own client. Newest event first, paged like the deliveries to one webhook.
   *
   * Scope: `webhooks:manage`.
   */
  list(query?: {
    state?: readonly DeliveryState[] | undefined
    event?: readonly EventKind[] | undefined
    /** Deliveries of events at this time or later. */
    from?: string | Date | undefined
    /** Deliveries of events before this time. */
    to?: string | Date | undefined
    /** The `nextCursor` of the previous page. */
    cursor?: string | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** Deliveries to this webhook. */
    webhookId?: string | undefined
  }, options?: Options): Pages<Delivery> {
    return this.#http.pages('GET', '/api/webhooks/deliveries', { query, options }, 'deliveries')
  }

  /**
   * Read a delivery.
   *
   * Includes its requests, oldest first. The body that was sent is at `/api/events/{id}`.
   *
   * Scope: `webhooks:manage`.
   */
  get(id: string, options?: Options): Call<DeliveryDetails> {
    return this.#http.send('GET', '/api/webhooks/deliveries/{id}', { path: [id], options }, 'delivery')
  }

  /**
   * Send a delivery again.
   *
   * A waiting delivery is sent now. For a finished one, a new delivery sends the same event id and bytes; this can be repeated.
   *
   * Scope: `webhooks:manage`.
   *
   * @throws {Conflict} It is being sent, the webhook is disabled, or it has been resent too often.
   */
  resend(id: string, options?: Options): Call<Delivery> {
    return this.#http.send('POST', '/api/webhooks/deliveries/{id}/resend', { path: [id], options, keyed: true }, 'delivery')
  }
}

export class WebhooksApi {
  readonly #http: Http
  readonly deliveries: WebhooksDeliveriesApi

  constructor(http: Http) {
    this.#http = http
    this.deliveries = new WebhooksDeliveriesApi(http)
  }

  /**
   * List webhooks.
   *
   * Administrators see all webhooks of the organisation; other users see those of their own client. Newest first.
   *
   * Scope: `webhooks:manage`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Webhook> {
    return this.#http.pages('GET', '/api/webhooks', { query, options }, 'webhooks')
  }

  /**
   * Register a webhook.
   *
   * Events that the client may read are posted to the URL from now on, signed with the secret. The secret is returned only in this response. An administrator may register a webhook for another client of the organisation.
   *
   * Scope: `webhooks:manage`.
   *
   * @throws {Conflict} The organisation already has 50 webhooks.
   */
  register(body: RegisterWebhook, options?: Options): Call<RegisterWebhookAnswer> {
    return this.#http.send('POST', '/api/webhooks', { body, options, keyed: true })
  }

  /**
   * Read a webhook.
   *
   * Never with its secret, which was shown once.
   *
   * Scope: `webhooks:manage`.
   */
  get(id: string, options?: Options): Call<Webhook> {
    return this.#http.send('GET', '/api/webhooks/{id}', { path: [id], options }, 'webhook')
  }

  /**
   * Change a webhook.
   *
   * Absent fields keep their values. New event kinds apply to future events; a new URL also applies to waiting deliveries.
   *
   * Scope: `webhooks:manage`.
   */
  update(id: string, body?: UpdateWebhook, options?: UpdateOptions): Call<Webhook> {
    return this.#http.send('PUT', '/api/webhooks/{id}', { path: [id], body, options, keyed: true }, 'webhook')
  }

  /**
   * Delete a webhook.
   *
   * Waiting deliveries and a running recovery are cancelled.
   *
   * Scope: `webhooks:manage`.
   */
  delete(id: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/webhooks/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Enable a webhook.
   *
   * Enables a webhook, whatever the reason it was disabled. Held deliveries are sent after new events. No effect on an enabled webhook.
   *
   * Scope: `webhooks:manage`.
   */
  enable(id: string, options?: Options): Call<Webhook> {
    return this.#http.send('POST', '/api/webhooks/{id}/enable', { path: [id], options, keyed: true }, 'webhook')
  }

  /**
   * Disable a webhook.
   *
   * Stops deliveries; events are held until the webhook is enabled. A webhook that is already disabled keeps its status.
   *
   * Scope: `webhooks:manage`.
   */
  disable(id: string, options?: Options): Call<Webhook> {
    return this.#http.send('POST', '/api/webhooks/{id}/disable', { path: [id], options, keyed: true }, 'webhook')
  }

  /**
   * Rotate the secret of a webhook.
   *
   * During the grace period, `X-MC-Signature` uses the present secret and `X-MC-Signature-Next` the new one. Then the new secret takes over, and for the same period `X-MC-Signature-Previous` uses the old one. `webhook-signature` lists all signatures.
   *
   * Scope: `webhooks:manage`.
   *
   * @throws {Conflict} A rotation is in progress. Wait until the new secret has taken over, or replace all secrets with `graceHours: 0`.
   */
  rotateSecret(id: string, body?: RotateWebhookSecret, options?: Options): Call<RotateWebhookSecretAnswer> {
    return this.#http.send('POST', '/api/webhooks/{id}/rotate-secret', { path: [id], body, options, keyed: true })
  }

  /**
   * Send a webhook a test event.
   *
   * Sends an event with made-up data to this webhook only. It is signed and delivered like any other, with the header `X-MC-Test: true`. Kinds to which the webhook is not subscribed are allowed.
   *
   * Scope: `webhooks:manage`.
   *
   * @throws {Conflict} The webhook is disabled.
   */
  test(id: string, body?: TestWebhook, options?: Options): Call<TestDelivery> {
    return this.#http.send('POST', '/api/webhooks/{id}/test', { path: [id], body, options, keyed: true }, 'delivery')
  }

  /**
   * List the deliveries to a webhook.
   *
   * Newest event first. With a filter by kind or time, a page may have fewer than `pageSize` entries without being the last: continue with `nextCursor` until it is null.
   *
   * Scope: `webhooks:manage`.
   */
  listDeliveries(id: string, query?: {
    state?: readonly DeliveryState[] | undefined
    event?: readonly EventKind[] | undefined
    /** Deliveries of events at this time or later. */
    from?: string | Date | undefined
    /** Deliveries of events before this time. */
    to?: string | Date | undefined
    /** The `nextCursor` of the previous page. */
    cursor?: string | undefined
    /** Records per page. */
    pageSize?: number | undefined
  }, options?: Options): Pages<Delivery> {
    return this.#http.pages('GET', '/api/webhooks/{id}/deliveries', { path: [id], query, options }, 'deliveries')
  }

  /**
   * Resend the failed events of a period.
   *
   * Resends each event of the period whose last delivery to this webhook FAILED, gradually and after new events. At most 14 days. Events that the webhook’s client may no longer read are skipped.
   *
   * Scope: `webhooks:manage`.
   *
   * @throws {Conflict} The webhook is disabled, or a recovery is already running (its id is in details.recovery.id).
   */
  recover(id: string, body: RecoverDeliveries, options?: Options): Call<Recovery> {
    return this.#http.send('POST', '/api/webhooks/{id}/recover', { path: [id], body, options, keyed: true }, 'recovery')
  }

  /**
   * List the recoveries of a webhook.
   *
   * Newest first, with their progress.
   *
   * Scope: `webhooks:manage`.
   */
  listRecoveries(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Recovery> {
    return this.#http.pages('GET', '/api/webhooks/{id}/recoveries', { path: [id], query, options }, 'recoveries')
  }

  /**
   * Read the delivery statistics of a webhook.
   *
   * Counts requests, including retries, in whole minutes. `p50Ms` and `p99Ms` are percentiles of their durations, accurate to four per cent. Waiting deliveries and the health of the webhook are current values.
   *
   * Scope: `webhooks:manage`.
   */
  getStatistics(id: string, query?: {
    /** Counted back from now. */
    hours?: number | undefined
  }, options?: Options): Call<WebhookStatistics> {
    return this.#http.send('GET', '/api/webhooks/{id}/statistics', { path: [id], query, options }, 'statistics')
  }
}

export class EventsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List events.
   *
   * The events that the caller may read: of kinds whose scope the token holds and, except for administrators, that concern its user.
   *
   * Newest first, paged with `cursor`. With `after`: oldest first, to read all events and then poll for more. Start with `after=start` or the last event you have, and continue with the `nextCursor` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier ones are committed. A page may have fewer than `pageSize` entries without being the last.
   *
   * With `wait`, a call that finds no event is held until one appears, and is answered with an empty page if none does in time. It counts once against the rate limit. At most 5 calls of a client wait at a time; another one gets 429 with `Retry-After`. A call may be answered earlier with an empty page, for example when its server stops: call again.
   *
   * A search that takes too long is refused with 422: narrow `from` and `to`.
   *
   * Scope: `webhooks:manage`.
   */
  list(query?: {
    event?: readonly EventKind[] | undefined
    /** Events at this time or later. */
    from?: string | Date | undefined
    /** Events before this time. */
    to?: string | Date | undefined
    /** Events of one record, such as an appointment. */
    subjectId?: string | undefined
    /** The `nextCursor` of the previous page. */
    cursor?: string | undefined
    /** Oldest first, after this position: `start`, the id of an event, or the `nextCursor` of the previous response. */
    after?: string | undefined
    /** Seconds to wait for an event if there is none. Only with `after`. */
    wait?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
  }, options?: Options): Pages<Event> {
    return this.#http.pages('GET', '/api/events', { query, options }, 'events')
  }

  /**
   * Read an event.
   *
   * Returns the event in the bytes that were sent, with its deliveries to webhooks that the caller manages.
   *
   * Scope: `webhooks:manage`.
   */
  get(id: string, options?: Options): Call<ReadEventAnswer> {
    return this.#http.send('GET', '/api/events/{id}', { path: [id], options })
  }
}

export class RequestsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List requests of clients.
   *
   * The requests of the last 7 days with status and the fields at fault, refused ones (401, 429, malformed) included where their client is known; no bodies, values or people. A client reads its own; an administrator whose client has the scope `clients:manage` reads those of every client of the organisation. Requests of browsers are not included. Newest first, paged with `cursor`. With `after`: oldest first, to follow the log: start with `after=start`, continue with the `nextCursor` of each answer, which is always present; requests appear after 5 seconds and none is skipped. With `wait` too, a call that finds none is held until one appears, and is answered with an empty page if none does in time; it counts once against the rate limit. At most 5 calls of a client wait at a time, for requests or events; another one gets 429 with `Retry-After`. An entry is written about a second after its answer; a crash of a server may lose that second. Successful calls of this operation are not listed.
   */
  list(query?: {
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. */
    cursor?: string | undefined
    /** `start`, the id of a request or a `nextCursor`: the following ones, oldest first. */
    after?: string | undefined
    /** Seconds to wait for a request if there is none. Only with `after`. */
    wait?: number | undefined
    clientId?: string | undefined
    /** A status, or a class of them. */
    status?: string | undefined
    operation?: string | undefined
    /** At or after this time. */
    from?: string | Date | undefined
    /** Before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<LoggedRequest> {
    return this.#http.pages('GET', '/api/requests', { query, options }, 'requests')
  }
}

export class UsageApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the use of the limits.
   *
   * The plan, its limits and what clients use of them, with requests and errors by hour. A client reads its own; an administrator whose client has the scope `clients:manage` reads those of every client of the organisation. Requests of browsers are not included. Times are real, even under the test clock.
   */
  get(query?: {
    /** The hours to show. */
    period?: '24h' | '7d' | undefined
  }, options?: Options): Call<Usage> {
    return this.#http.send('GET', '/api/usage', { query, options }, 'usage')
  }
}

export class AuditApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List audit entries.
   *
   * Administrators only. Every read and write of patient data and every refusal in the tenant, newest first; `patientId` shows who accessed a patient's file. A search with several filters that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls name no patient, and are not found by one, unless you opened the file of the patient: they tell of a long-term condition. Reading this list adds an entry.
   *
   * Scope: `audit:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    /** Entries that showed or changed data of this patient. */
    patientId?: string | undefined
    userId?: string | undefined
    clientId?: string | undefined
    operation?: string | undefined
    outcome?: string | undefined
    subjectId?: string | undefined
    /** At or after this time. */
    from?: string | Date | undefined
    /** Before this time. */
    to?: string | Date | undefined
  }, options?: Options): Pages<AuditEntry> {
    return this.#http.pages('GET', '/api/audit', { query, options }, 'audit')
  }
}

export class SandboxApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the sandbox’s outbox.
   *
   * The sandbox sends no messages. This lists each message as it would have been sent, once for each channel that was tried. Administrators see all messages of the organisation, other users those sent to them. Newest first. Sandbox only; elsewhere 404.
   *
   * Scope: `notifications:read`.
   */
  listMessages(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page, for the records that follow it, whatever is added or removed meanwhile. Needs the same filters, and no `page`. */
    cursor?: string | undefined
    recipientUserId?: string | undefined
    channel?: Channel | undefined
    /** The id of a related record, such as an appointment. */
    about?: string | undefined
  }, options?: Options): Pages<KeptMessage> {
    return this.#http.pages('GET', '/api/sandbox/messages', { query, options }, 'messages')
  }

  /**
   * Reset the sandbox.
   *
   * Resets the token’s organisation to its seed data in one transaction: appointments, prescriptions, payments and messages are deleted, rooms are closed, and the test clock returns to real time. Users, clients with their tokens, and webhook endpoints are kept. Any token may call it. The seeded organisations are also reset every Sunday at 00:00 UTC. Not available in production.
   */
  reset(options?: Options): Call<string> {
    return this.#http.send('POST', '/api/sandbox/reset', { options, keyed: true }, 'resetAt')
  }

  /**
   * Read the test clock.
   *
   * The current time of the sandbox. Not available in production.
   */
  getClock(options?: Options): Call<string> {
    return this.#http.send('GET', '/api/sandbox/clock', { options }, 'now')
  }

  /**
   * Move the test clock forward.
   *
   * By a number of seconds, or to a given time, for every organisation of the installation. Before the response, the scheduled jobs of the skipped time run in order, and their messages and webhooks are sent. A week takes seconds, a year a minute or two; one call moves the clock for at most 20 seconds. If it does not reach its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be at most ten years ahead of real time. Only one call moves the clock at a time, and overlapping calls add up; a call that waits for another for more than 10 seconds gets 503 with `Retry-After` and moves nothing. A reset returns the clock to real time. Not available in production.
   *
   * @throws {Conflict} The clock already shows a later time (details.now), or the sandbox was reset meanwhile.
   */
  moveClock(body: MoveClock, options?: Options): Call<MoveClockAnswer> {
    return this.#http.send('POST', '/api/sandbox/clock', { body, options, keyed: true })
  }

  /**
   * Make an event happen.
   *
   * Does what causes an event of this kind, with a fictitious doctor and patient of the organisation and new records: books and cancels an appointment, prescribes and signs, publishes a critical lab result, pays and refunds, and so on. Webhooks and messages follow as always. Returns all events of it, in order: a cancelled appointment was booked first. An organisation without a doctor or patient gets fictitious ones. Can be repeated. Not available in production.
   */
  trigger(body: TriggerEvent, options?: Options): Call<TriggeredEvent[]> {
    return this.#http.send('POST', '/api/sandbox/trigger', { body, options, keyed: true }, 'events')
  }
}

export class HealthApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Check that the process runs.
   *
   * Checks no other component.
   */
  get(options?: Options): Call<string> {
    return this.#http.send('GET', '/api/health', { options, open: true }, 'timestamp')
  }

  /**
   * Check the health of the database.
   *
   * Fails unless it answers within 200 ms.
   */
  getDatabase(options?: Options): Call<ReadDatabaseHealthAnswer> {
    return this.#http.send('GET', '/api/health/db', { options, open: true })
  }

  /**
   * Check the health of the cache.
   *
   * Fails unless it answers within 50 ms.
   */
  getCache(options?: Options): Call<ReadCacheHealthAnswer> {
    return this.#http.send('GET', '/api/health/cache', { options, open: true })
  }

  /**
   * Check the health of the video provider.
   *
   * Fails unless it answers within 500 ms.
   */
  getVideo(options?: Options): Call<ReadVideoHealthAnswer> {
    return this.#http.send('GET', '/api/health/video', { options, open: true })
  }
}

export class RootApi {
  readonly tokens: TokensApi
  readonly accessRequests: AccessRequestsApi
  readonly clients: ClientsApi
  readonly me: MeApi
  readonly accounts: AccountsApi
  readonly users: UsersApi
  readonly invitations: InvitationsApi
  readonly directory: DirectoryApi
  readonly doctors: DoctorsApi
  readonly appointments: AppointmentsApi
  readonly video: VideoApi
  readonly prescriptions: PrescriptionsApi
  readonly signingKeys: SigningKeysApi
  readonly orders: OrdersApi
  readonly labOrders: LabOrdersApi
  readonly stock: StockApi
  readonly services: ServicesApi
  readonly invoices: InvoicesApi
  readonly reviews: ReviewsApi
  readonly followUps: FollowUpsApi
  readonly patients: PatientsApi
  readonly guardianships: GuardianshipsApi
  readonly templates: TemplatesApi
  readonly notifications: NotificationsApi
  readonly documents: DocumentsApi
  readonly signingCertificates: SigningCertificatesApi
  readonly letterhead: LetterheadApi
  readonly files: FilesApi
  readonly campaigns: CampaignsApi
  readonly leads: LeadsApi
  readonly webhooks: WebhooksApi
  readonly events: EventsApi
  readonly requests: RequestsApi
  readonly usage: UsageApi
  readonly audit: AuditApi
  readonly sandbox: SandboxApi
  readonly health: HealthApi

  constructor(http: Http) {
    this.tokens = new TokensApi(http)
    this.accessRequests = new AccessRequestsApi(http)
    this.clients = new ClientsApi(http)
    this.me = new MeApi(http)
    this.accounts = new AccountsApi(http)
    this.users = new UsersApi(http)
    this.invitations = new InvitationsApi(http)
    this.directory = new DirectoryApi(http)
    this.doctors = new DoctorsApi(http)
    this.appointments = new AppointmentsApi(http)
    this.video = new VideoApi(http)
    this.prescriptions = new PrescriptionsApi(http)
    this.signingKeys = new SigningKeysApi(http)
    this.orders = new OrdersApi(http)
    this.labOrders = new LabOrdersApi(http)
    this.stock = new StockApi(http)
    this.services = new ServicesApi(http)
    this.invoices = new InvoicesApi(http)
    this.reviews = new ReviewsApi(http)
    this.followUps = new FollowUpsApi(http)
    this.patients = new PatientsApi(http)
    this.guardianships = new GuardianshipsApi(http)
    this.templates = new TemplatesApi(http)
    this.notifications = new NotificationsApi(http)
    this.documents = new DocumentsApi(http)
    this.signingCertificates = new SigningCertificatesApi(http)
    this.letterhead = new LetterheadApi(http)
    this.files = new FilesApi(http)
    this.campaigns = new CampaignsApi(http)
    this.leads = new LeadsApi(http)
    this.webhooks = new WebhooksApi(http)
    this.events = new EventsApi(http)
    this.requests = new RequestsApi(http)
    this.usage = new UsageApi(http)
    this.audit = new AuditApi(http)
    this.sandbox = new SandboxApi(http)
    this.health = new HealthApi(http)
  }
}
