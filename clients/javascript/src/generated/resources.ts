// Generated from openapi.json by `npm run clients`. Do not edit.

import type { Call } from '../call.ts'
import type { Http, Options, UpdateOptions } from '../http.ts'
import type { Pages } from '../pages.ts'
import type { AcceptFollowUp, AccessRequest, AccessRequestStatus, ActiveRoom, AddException, AddLabOrderFile, AdministrativeAccess, AppCode, Appointment, AppointmentMove, AppointmentStatus, AppointmentsOfDay, AskForGuardianship, AuditEntry, AuditVerification, BookAppointment, BookingPolicy, Campaign, CampaignEnrolment, CampaignWithCounts, CancelAppointment, CancelDocument, CancelInvoice, CancelPrescription, CancelSeries, CareRelationship, ChangePharmacy, ChangedLabOrder, Channel, ChooseLaboratory, Claim, ClaimCodeRequest, ClaimedAccount, ClaimedRecord, Client, Condition, ConditionStatus, ConfirmGuardianship, Consent, ConsentName, ConsentVersion, Contact, ContactChanges, ContactCodeRequest, ContactConfirmation, CreateCampaign, CreateClient, CreateHold, CreateInvitation, CreateInvoice, CreateJoinLink, CreatePlace, CreateSeries, CreateService, CreateVisitType, Delivery, DeliveryDetails, DeliveryState, DisputeIdentity, Document, DocumentFile, DocumentTemplate, DuplicatePair, EmergencyAccess, EnrolInCampaign, EnrolmentState, EnterLabResults, EnteredLabResult, Event, EventKind, FollowUp, FollowUpStatus, GeneratePdf, GrantAccessRequest, Guardianship, Guest, GuestTokenRequest, HandOverClient, Hold, Holiday, IdentityDispute, Introspection, Invitation, InviteGuest, Invoice, InvoiceStatus, InvoiceWithPayments, IssuePrescription, IssueVideoToken, JoinLink, JoinWaitlist, JsonWebKey, KeptMessage, LabOrder, LabOrderFile, LabOrderFileContent, LabOrderStatus, LabResult, Language, Lead, Letterhead, LinkCodeRequest, LinkTokenRequest, LoggedRequest, Member, Membership, MergePatients, MergePreview, Message, MessageStatus, MoveClock, MoveStock, NewPasskey, NewStockMovement, OpenAsAdministrator, OpenInEmergency, Opening, OpeningException, Order, OrderStatus, OwnSession, PasswordChange, PasswordProof, PasswordReset, PasswordResetRequest, Patient, PatientFile, PatientIdentity, PatientMerge, PatientRegistration, Payment, PeriodOfDeliveries, PickupCode, Place, PlaceOrder, Prescription, PrescriptionSignature, PrescriptionStatus, PreviewTemplate, ProposeFollowUp, PublicDoctor, ReceiveLot, RecordCondition, RecoverDeliveries, Recovery, Refund, RefundInvoice, RefuseAccessRequest, RegisterDependant, RegisterWebhook, RegisteredPatient, RegisteredUser, Registration, ReplaceOpening, ReplaceSigningCertificate, RequestAccess, ResolveIdentityDispute, Review, ReviewAppointment, Role, RotateClientSecret, RotateWebhookSecret, SchedulePrice, SecondFactorProof, SendMessage, Series, Service, ServicePrice, SigningCertificate, SigningCertificateStatus, SigningCertificateWithChain, SigningKey, StaffDoctor, StateGuardianship, StateRelationship, StockLot, StockMovement, StopEnrolment, StrikeCondition, SubmitLabOrder, SubmitLead, TakePayment, Template, TemplatePreview, TestDelivery, TestWebhook, TokenAnswer, TokenNamed, TokenRequest, TriggerEvent, TriggeredEvent, UpdateAppointment, UpdateBookingPolicy, UpdateCampaign, UpdateClient, UpdateCondition, UpdateConsents, UpdateDoctor, UpdateDocument, UpdateFollowUp, UpdateHoliday, UpdateIdentity, UpdateInvoice, UpdateLabOrder, UpdateLetterhead, UpdateLot, UpdateOrder, UpdatePlace, UpdatePrescription, UpdateSeries, UpdateService, UpdateVisitType, UpdateWaitlistEntry, UpdateWebhook, Usage, User, UserChanges, UserClaim, Verification, VisitFile, VisitFileContent, VisitMode, VisitType, WaitlistEntry, WaitlistStatus, Webhook, WebhookStatistics, WholeTemplate, WriteTemplate, ReadServerMetadataAnswer, GrantAccessRequestAnswer, HandOverAccessAnswer, CreateClientAnswer, RotateClientSecretAnswer, HandOverClientAnswer, ReadSecondFactorsAnswer, BeginTotpAnswer, ConfirmTotpAnswer, ReplaceRecoveryCodesAnswer, AddPasskeyAnswer, SendContactCodeAnswer, RequestPasswordResetAnswer, CreateSeriesAnswer, UpdateSeriesAnswer, IssueVideoTokenAnswer, InviteGuestAnswer, IssueGuestTokenAnswer, IssueLinkTokenAnswer, AddExceptionAnswer, ListSlotsAnswer, ListPublicSlotsAnswer, SendClaimCodeAnswer, SendMessageAnswer, GeneratePdfAnswer, EnrolInCampaignAnswer, RegisterWebhookAnswer, RotateWebhookSecretAnswer, ReadEventAnswer, MoveClockAnswer, ReadDatabaseHealthAnswer, ReadCacheHealthAnswer, ReadVideoHealthAnswer } from './types.ts'

export class TokensApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Obtain an access token.
   *
   * Authenticate with the client's id and secret, in the body or with HTTP Basic. Scopes that the client may not have are omitted; `scope` lists the granted scopes. A refresh token is valid for one refresh, which can only narrow the scope. Later reuse revokes its whole token family.
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
   * Returns the state of the client's own token (RFC 7662). Other tokens are reported as `active: false`.
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
   * For organisations that want to use the platform. The operator answers within one working day. If access is granted, the contact receives a link that shows the client’s secret once. A repeated request within 24 hours returns the pending request.
   */
  create(body: RequestAccess, options?: Options): Call<string> {
    return this.#http.send('POST', '/api/access-requests', { body, options, keyed: true, open: true }, 'requestId')
  }

  /**
   * List access requests.
   *
   * Administrators of the operator’s organisation see all requests. Administrators of other organisations see none. Newest first.
   *
   * Scope: `access_requests:manage`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Includes the decision, once the request is decided.
   *
   * Scope: `access_requests:manage`.
   */
  get(id: string, options?: Options): Call<AccessRequest> {
    return this.#http.send('GET', '/api/access-requests/{id}', { path: [id], options }, 'accessRequest')
  }

  /**
   * Grant an access request.
   *
   * Creates the organisation, its first administrator (the contact) and a client that acts as the administrator with the given scopes. The administrator receives a link that shows the secret once. With the scope `clients:manage`, the organisation can create further clients itself.
   *
   * Scope: `access_requests:manage`.
   *
   * @throws {Conflict} The request is already decided (details.state), is for the sandbox only, or its e-mail address is taken. In the last case, send another `email`.
   */
  grant(id: string, body: GrantAccessRequest, options?: Options): Call<GrantAccessRequestAnswer> {
    return this.#http.send('POST', '/api/access-requests/{id}/grant', { path: [id], body, options, keyed: true })
  }

  /**
   * Refuse an access request.
   *
   * Notifies the contact of the refusal. The reason is internal and is not sent.
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
   * Replaces a lost or expired link. The previous link ends. The new link is also sent to the administrator.
   *
   * Scope: `access_requests:manage`.
   *
   * @throws {Conflict} The request was not granted (details.state), or a link was used, so the organisation already has its secret.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Client> {
    return this.#http.pages('GET', '/api/clients', { query, options }, 'clients')
  }

  /**
   * Create a client.
   *
   * A client acts as one user of the organisation. If that user is not the caller, the client is refused every operation until the user allows it in their own session; the user and the other administrators are notified. A doctor or dentist also decides whether the client may sign and issue. Give a client only the scopes that it needs. You can give only scopes of your own token.
   *
   * Scope: `clients:manage`.
   */
  create(body: CreateClient, options?: Options): Call<CreateClientAnswer> {
    return this.#http.send('POST', '/api/clients', { body, options, keyed: true })
  }

  /**
   * Read a client.
   *
   * Does not return the secret, which was shown once.
   *
   * Scope: `clients:manage`.
   */
  get(id: string, options?: Options): Call<Client> {
    return this.#http.send('GET', '/api/clients/{id}', { path: [id], options }, 'client')
  }

  /**
   * Update a client.
   *
   * Changes the name, the scopes or the status. Absent fields keep their values. A removed scope is removed from the client’s tokens within a second. An added scope ends the client’s permission to sign, and also its permission to act unless its user adds the scope. Disabling a client revokes all its tokens permanently.
   *
   * Scope: `clients:manage`.
   *
   * @throws {Conflict} A client cannot disable itself or remove its own scope `clients:manage`. A client that its user ended cannot be enabled.
   */
  update(id: string, body?: UpdateClient, options?: UpdateOptions): Call<Client> {
    return this.#http.send('PUT', '/api/clients/{id}', { path: [id], body, options, keyed: true }, 'client')
  }

  /**
   * Rotate the secret of a client.
   *
   * The new secret is valid at once. The current secret stays valid until the grace period ends, so that there is no interruption. After a leak, use `graceHours: 0`, which also ends unused credential links, and `revokeTokens: true`. A new secret ends the client’s permission to sign. If a user other than the client’s user rotates the secret, tokens of the new secret are refused until the client’s user, who is notified, allows them; tokens of the current secret still work.
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
   * The link shows the client’s id and a new secret once, to the person who will operate the client. The secret is created when the link is used; until then nothing changes. A new link ends the previous one.
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
   * Returns all clients that act as the caller, including disabled clients and clients that administrators created. A client with `actingAllowedAt` may act as the caller; a client with `signingAllowedAt` may sign in the caller’s name. Newest first.
   *
   * Scope: `users:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Client> {
    return this.#http.pages('GET', '/api/users/me/clients', { query, options }, 'clients')
  }

  /**
   * Allow a client to act as you.
   *
   * Call it in your own browser session. Without this permission, a client that another user created is refused every operation (403, `details.acting`), and its webhooks get no events. The permission covers the current secrets of the client. If an administrator rotates the secret or creates a credential link, tokens of the previous secret work until it expires, and tokens of the new secret need a new permission. An added scope ends the permission.
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
   * Takes effect within a second, and also ends the permission to sign. Withdrawing again changes nothing.
   *
   * Scope: `users:write`.
   */
  withdrawActing(id: string, options?: Options): Call<Client> {
    return this.#http.send('DELETE', '/api/users/me/clients/{id}/acting', { path: [id], options, keyed: true }, 'client')
  }

  /**
   * Allow a client to sign in your name.
   *
   * For doctors and dentists, in their own browser session. Also allows the client to act as you. Without this permission, the client cannot issue or sign prescriptions, order lab tests, certify, or replace keys and certificates of signatures. A new secret, credential link or scope of the client ends the permission. Allowing again changes nothing.
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
   * Takes effect within a second. Documents that the client has signed stay valid. Withdrawing again changes nothing.
   *
   * Scope: `users:write`.
   */
  withdrawSigning(id: string, options?: Options): Call<Client> {
    return this.#http.send('DELETE', '/api/users/me/clients/{id}/signing', { path: [id], options, keyed: true }, 'client')
  }

  /**
   * End a client that acts as you.
   *
   * Call it in your own browser session. Disables the client permanently, and revokes its tokens and unused credential links. Administrators cannot enable it again.
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
   * Returns the browser sessions of the person in all organisations, last used first. Call it in your own browser session.
   *
   * Scope: `users:read`.
   */
  list(options?: Options): Call<OwnSession[]> {
    return this.#http.send('GET', '/api/users/me/sessions', { options }, 'sessions')
  }

  /**
   * End a session of the current user.
   *
   * Its cookie becomes invalid at once, its access tokens within a second. Call it in your own browser session.
   *
   * Scope: `users:write`.
   */
  end(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/users/me/sessions/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * End all other sessions of the current user.
   *
   * Ends the sessions in all organisations of the person, except the session of this call. Call it in your own browser session.
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
   * Call it in your own browser session.
   *
   * Scope: `users:read`.
   */
  get(options?: Options): Call<ReadSecondFactorsAnswer> {
    return this.#http.send('GET', '/api/users/me/second-factors', { options })
  }

  /**
   * Start setting up an authenticator app.
   *
   * Creates a secret (RFC 6238: SHA-1, 6 digits, 30 s), which replaces an unconfirmed one. Send its first code to `POST /api/users/me/totp/confirm` within 30 minutes to activate it. Call it in your own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} An authenticator app is already set up.
   */
  beginTotp(body: PasswordProof, options?: Options): Call<BeginTotpAnswer> {
    return this.#http.send('POST', '/api/users/me/totp', { body, options, keyed: true })
  }

  /**
   * Activate the authenticator app with its first code.
   *
   * From now on, a sign-in requires a code after the password. If this is the person’s first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. The person is notified. Call it in your own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} An authenticator app is already set up.
   */
  confirmTotp(body: AppCode, options?: Options): Call<ConfirmTotpAnswer> {
    return this.#http.send('POST', '/api/users/me/totp/confirm', { body, options, keyed: true })
  }

  /**
   * Remove the authenticator app.
   *
   * Removing the last second factor also removes the recovery codes. The person is notified. Call it in your own browser session.
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
   * The previous codes become invalid. The person is notified. Call it in your own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} No second factor is set up.
   */
  replaceRecoveryCodes(body: SecondFactorProof, options?: Options): Call<ReplaceRecoveryCodesAnswer> {
    return this.#http.send('POST', '/api/users/me/recovery-codes', { body, options, keyed: true })
  }

  /**
   * Start registering a passkey.
   *
   * Returns options for `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn), valid for five minutes in this session. Call it in your own browser session.
   *
   * Scope: `users:write`.
   */
  beginPasskey(body: PasswordProof, options?: Options): Call<Record<string, unknown>> {
    return this.#http.send('POST', '/api/users/me/passkeys/options', { body, options, keyed: true }, 'options')
  }

  /**
   * Register a passkey.
   *
   * Call it once, in the session that requested the options. From now on, the person can sign in with the passkey alone, or use it after the password. If this is their first second factor, all their other sessions end and the response contains recovery codes; otherwise the list is empty. The person is notified. Call it in your own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The person already has 20 passkeys, or the passkey is already registered.
   */
  addPasskey(body: NewPasskey, options?: Options): Call<AddPasskeyAnswer> {
    return this.#http.send('POST', '/api/users/me/passkeys', { body, options, keyed: true })
  }

  /**
   * Remove a passkey.
   *
   * Removing the last second factor also removes the recovery codes. The person is notified. Call it in your own browser session.
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
   * Returns the user as whom the token acts.
   *
   * Scope: `users:read`.
   */
  get(options?: Options): Call<User> {
    return this.#http.send('GET', '/api/users/me', { options })
  }

  /**
   * List the organisations of the current user.
   *
   * Returns the organisations in which the person can act, the earliest membership first. Switch to another one with `POST /api/auth/callback/organization`. The token of a client gets only its own organisation.
   *
   * Scope: `users:read`.
   */
  listMemberships(options?: Options): Call<Membership[]> {
    return this.#http.send('GET', '/api/users/me/memberships', { options }, 'memberships')
  }

  /**
   * List the operations that the caller may call.
   *
   * Returns the `operationId` of every operation that the plan, scopes and role of the caller allow, sorted. Each operation then decides which records the caller can access.
   *
   * Scope: `users:read`.
   */
  listOperations(options?: Options): Call<string[]> {
    return this.#http.send('GET', '/api/users/me/operations', { options }, 'operations')
  }

  /**
   * Change the password of the current user.
   *
   * Requires the current password and the caller’s own browser session. All other sessions of the person end, in all organisations, and a message notifies them. A wrong current password gets 422 and counts as a failed sign-in. After a few failures, further tries get 429 with an increasing delay.
   *
   * Scope: `users:write`.
   */
  changePassword(body: PasswordChange, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/me/password', { body, options, keyed: true }, null)
  }

  /**
   * Leave the organisation.
   *
   * Ends the caller’s membership. Requires their own browser session. Their sessions, tokens, clients and care relationships in this organisation end. Their login, their other memberships and their entries stay. The administrators are notified. Only an administrator can undo it. Patients cannot leave, because the organisation keeps their record.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The caller has open appointments, orders or lab orders (counted in `details.open`), or is the only administrator.
   */
  leave(options?: Options): Call<void> {
    return this.#http.send('POST', '/api/users/me/leave', { options, keyed: true }, null)
  }

  /**
   * Claim a patient record with the login of the caller.
   *
   * For a person who already has a login, for example from another organisation. Links the record to that login. Works only in the person’s own session, not for a client. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The caller already has a record in that organisation. Its front desk can merge the two.
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
   * The account belongs to the installation’s registration organisation. Outside the sandbox, an administrator must verify professionals before they can prescribe, fill orders or enter results. `PHARMACY` is accepted for `PHARMACIST`. A network can register at most 100 accounts in an hour; further calls get 429.
   *
   * @throws {Conflict} This e-mail address is already registered.
   */
  register(body: Registration, options?: Options): Call<RegisteredUser> {
    return this.#http.send('POST', '/api/auth/register', { body, options, keyed: true, open: true }, 'user')
  }

  /**
   * Request the reset of a forgotten password.
   *
   * Sends a code to the address, if it has a login and the person can act in an organisation. The answer is the same if it has none. The code has eight digits, works only together with `resetId`, and is valid for 30 minutes and 5 tries. An address gets at most 3 codes in an hour and 10 in a day at the request of one network, and 30 in a day in all; further calls get 429.
   */
  requestPasswordReset(body: PasswordResetRequest, options?: Options): Call<RequestPasswordResetAnswer> {
    return this.#http.send('POST', '/api/auth/password-resets', { body, options, keyed: true, open: true })
  }

  /**
   * Set a new password with the code.
   *
   * Ends all sessions of the person, in all organisations, and confirms the address. If the address was not confirmed before, the login loses access to patient records that were claimed with another address; their owner can claim them again. A wrong, used or expired code and an unknown `resetId` get the same answer: 422.
   */
  resetPassword(body: PasswordReset, options?: Options): Call<boolean> {
    return this.#http.send('POST', '/api/auth/password-resets/confirmations', { body, options, keyed: true, open: true }, 'hasAccount')
  }

  /**
   * Claim the account of a registered patient.
   *
   * Creates a login for the patient’s existing record, with the code that the organisation sent. Appointments and documents stay. A wrong, used or expired code, an unknown address and a wrong birth date all get the same answer: 422.
   *
   * @throws {Conflict} The e-mail address already has a login. Sign in with it and claim the record with `POST /api/users/me/claims`, or use another address. The code stays valid.
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
   * For the user, an administrator and, for patients, the front desk.
   *
   * Scope: `users:read`.
   */
  get(id: string, options?: Options): Call<Contact> {
    return this.#http.send('GET', '/api/users/{id}/contact', { path: [id], options }, 'contact')
  }

  /**
   * Update the contact data of a user.
   *
   * For the user, an administrator and, for patients, the front desk. A guardian cannot change an address of a dependant. Absent fields stay unchanged. National numbers get the country code +212. A new e-mail address or number must be confirmed (`POST /api/users/{id}/contact/codes`); messages to it wait until then.
   *
   * Scope: `users:write`.
   */
  update(id: string, body?: ContactChanges, options?: UpdateOptions): Call<Contact> {
    return this.#http.send('PUT', '/api/users/{id}/contact', { path: [id], body, options, keyed: true }, 'contact')
  }

  /**
   * Send a code to an unconfirmed address.
   *
   * For the user, a guardian, an administrator and, for patients, the front desk. The code has six digits, is valid for 10 minutes and 5 tries, and replaces an earlier code. A change of the address invalidates it. Users can also confirm an address themselves that another user has confirmed for them. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The user has no such address, or it is already confirmed.
   */
  sendCode(id: string, body: ContactCodeRequest, options?: Options): Call<SendContactCodeAnswer> {
    return this.#http.send('POST', '/api/users/{id}/contact/codes', { path: [id], body, options, keyed: true })
  }

  /**
   * Confirm an address with its code.
   *
   * For the user; or for a guardian, an administrator or, for patients, the front desk, to whom the user tells the code. Messages that waited for the confirmation are sent at once. A wrong, used or expired code gets 422.
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
   * Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients. Newest first.
   *
   * Scope: `users:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    role?: readonly Role[] | undefined
    /** `false` returns the professionals who are not verified yet. */
    verified?: boolean | undefined
  }, options?: Options): Pages<Member> {
    return this.#http.pages('GET', '/api/users', { query, options }, 'users')
  }

  /**
   * Read a user of the organisation.
   *
   * Administrators see all users. All other callers see themselves and verified professionals. Professionals and the front desk also see the front desk and administrators. In addition, doctors and dentists see the patients whom they treat, pharmacies see the patients who ordered from them, and the front desk sees all patients. E-mail addresses are visible to administrators, to the front desk and to the user; professionals see those of the staff. Unverified professionals see the same as patients.
   *
   * Scope: `users:read`.
   */
  get(id: string, options?: Options): Call<Member> {
    return this.#http.send('GET', '/api/users/{id}', { path: [id], options }, 'user')
  }

  /**
   * Rename, disable or enable a user.
   *
   * Absent fields stay unchanged. Disabled users cannot sign in; their sessions end, and their tokens are refused within a second. If a member of the staff is renamed, the member and the other administrators are notified.
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
   * Confirms that an administrator has checked identity and licence of a doctor, dentist, pharmacist or laboratory. Verifying again changes nothing.
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
   * For a person who has lost their device and recovery codes. Afterwards they can sign in with the password alone. Verify the identity of the person before you call it. The person is notified. Call it in your own browser session.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The user has no second factor, is the caller, or is also a user of another organisation. In the last case, ask the operator of the installation.
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
   * Sends a link to the address, valid once and for seven days. On its page, the person chooses a password or, if the address has an account, enters the password of that account. They then become a user of the organisation with this name and role. Their memberships in other organisations do not change, and are not shown here. An administrator of the organisation who has no password, such as the first one, can be invited to choose one. Only administrators in their own session can invite an administrator; the other administrators are notified. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The organisation already has a user with a password, or an open invitation, for this address.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Invitation> {
    return this.#http.pages('GET', '/api/invitations', { query, options }, 'invitations')
  }

  /**
   * Send an invitation again.
   *
   * Sends a new link, valid for seven days. The earlier link no longer works. An address gets at most 3 links in an hour and 10 in a day; further calls get 429.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The invitation was accepted or revoked.
   */
  resend(id: string, options?: Options): Call<Invitation> {
    return this.#http.send('POST', '/api/invitations/{id}/resend', { path: [id], options, keyed: true }, 'invitation')
  }

  /**
   * Revoke an invitation.
   *
   * The link no longer works. Revoking again changes nothing.
   *
   * Scope: `users:write`.
   *
   * @throws {Conflict} The invitation was accepted. Disable the user instead.
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
   * List the public directory of doctors and dentists.
   *
   * Returns the verified practitioners of the whole installation, best rated first. Responses have an `ETag` and can be cached for 30 s; a request with `If-None-Match` gets 304 if nothing changed. Empty filters are ignored.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city. */
    city?: string | undefined
    /** In French, Arabic or English. Case and accents are ignored. */
    specialty?: string | undefined
    /** Comma-separated language codes; matches doctors who speak any of them. */
    languages?: string | undefined
    /** Whether the doctor offers video consultations. */
    isTele?: boolean | undefined
  }, options?: Options): Pages<PublicDoctor> {
    return this.#http.pages('GET', '/api/public/doctors', { query, options, open: true }, 'doctors')
  }

  /**
   * Search free slots in the public directory.
   *
   * The slots that patients can book, of verified professionals of the whole installation, earliest first. Responses can be cached for 30 s.
   */
  slots(query?: {
    /** Required unless city or specialty is given. */
    doctorId?: string | undefined
    /** City of the place, in French, Arabic or another usual spelling. */
    city?: string | undefined
    /** Specialty of the professional, in French, Arabic or English. */
    specialty?: string | undefined
    /** Start at or after this time; by default now. */
    from?: string | Date | undefined
    /** Start before this time, at most 62 days after `from`; by default 30 days. */
    to?: string | Date | undefined
    /** Only the first free slot of each professional. Always so without `doctorId`. */
    first?: boolean | undefined
    visitTypeId?: string | undefined
    /** Only visits in this mode. */
    mode?: VisitMode | undefined
    /** Comma-separated language codes; matches doctors who speak any of them. */
    languages?: string | undefined
  }, options?: Options): Call<ListPublicSlotsAnswer> {
    return this.#http.send('GET', '/api/public/slots', { query, options, open: true })
  }
}

export class DoctorsOpeningApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the opening hours of a professional.
   *
   * The rules of the week, in the order in which they were written. Absences and extra hours have their own list.
   *
   * Scope: `schedules:read`.
   */
  get(id: string, options?: Options): Call<Opening> {
    return this.#http.send('GET', '/api/doctors/{id}/opening', { path: [id], options }, 'opening')
  }

  /**
   * Replace the opening hours of a professional.
   *
   * Replaces the whole week at all places. Free slots are offered within these hours; visits can still be booked outside them, and booked visits stay unchanged. Professionals change their own hours, the front desk and administrators those of all.
   *
   * Scope: `schedules:write`.
   */
  replace(id: string, body: ReplaceOpening, options?: UpdateOptions): Call<Opening> {
    return this.#http.send('PUT', '/api/doctors/{id}/opening', { path: [id], body, options, keyed: true }, 'opening')
  }
}

export class DoctorsExceptionsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the absences and extra hours of a professional.
   *
   * The latest last day first.
   *
   * Scope: `schedules:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<OpeningException> {
    return this.#http.pages('GET', '/api/doctors/{id}/exceptions', { path: [id], query, options }, 'exceptions')
  }

  /**
   * Add an absence or extra hours of a professional.
   *
   * CLOSED closes the days, or the given times of each day, at one place or all places. OPEN adds hours at one place, also on holidays. An absence cancels no visit: `affected` names the open visits that it meets, the earliest first, at most 500.
   *
   * Scope: `schedules:write`.
   *
   * @throws {Conflict} The professional already has 200 exceptions that are not over.
   */
  add(id: string, body: AddException, options?: Options): Call<AddExceptionAnswer> {
    return this.#http.send('POST', '/api/doctors/{id}/exceptions', { path: [id], body, options, keyed: true })
  }

  /**
   * Remove an absence or extra hours of a professional.
   *
   * Free slots change with it at once.
   *
   * Scope: `schedules:write`.
   */
  remove(id: string, exceptionId: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/doctors/{id}/exceptions/{exceptionId}', { path: [id, exceptionId], options, keyed: true }, null)
  }
}

export class DoctorsApi {
  readonly #http: Http
  readonly opening: DoctorsOpeningApi
  readonly exceptions: DoctorsExceptionsApi

  constructor(http: Http) {
    this.#http = http
    this.opening = new DoctorsOpeningApi(http)
    this.exceptions = new DoctorsExceptionsApi(http)
  }

  /**
   * List the doctors and dentists of the organisation.
   *
   * For staff. Entries include the private fields of the internal directory, and are sorted by name. Practitioners without a profile are included, with null fields. Professionals see only their own entry until they are verified. Accepts the filters of the public directory, and `verified`.
   *
   * Scope: `doctors:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city. */
    city?: string | undefined
    /** In French, Arabic or English. Case and accents are ignored. */
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
   * Includes the private fields, which the public directory does not show.
   *
   * Scope: `doctors:read`.
   */
  get(id: string, options?: Options): Call<StaffDoctor> {
    return this.#http.send('GET', '/api/doctors/{id}', { path: [id], options }, 'doctor')
  }

  /**
   * Create or update the profile of a doctor or dentist.
   *
   * Practitioners can edit their own profile, administrators every profile. The first call creates the profile, and requires specialty and city. Later calls change only the given fields. Only administrators can change the specialty and licence number of a verified practitioner, because documents show them. The public directory is updated at once.
   *
   * Scope: `doctors:write`.
   */
  update(id: string, body?: UpdateDoctor, options?: UpdateOptions): Call<StaffDoctor> {
    return this.#http.send('PUT', '/api/doctors/{id}', { path: [id], body, options, keyed: true }, 'doctor')
  }
}

export class AppointmentsMovesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the moves of an appointment.
   *
   * The times that the appointment had, and who moved it; the latest 200 moves, the latest first.
   *
   * Scope: `appointments:read`.
   */
  list(id: string, options?: Options): Call<AppointmentMove[]> {
    return this.#http.send('GET', '/api/appointments/{id}/moves', { path: [id], options }, 'moves')
  }
}

export class AppointmentsFilesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the files of an appointment.
   *
   * Returns the files that participants shared in the room, oldest first. Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.
   *
   * Scope: `appointments:read`.
   */
  list(id: string, options?: Options): Call<VisitFile[]> {
    return this.#http.send('GET', '/api/appointments/{id}/files', { path: [id], options }, 'files')
  }

  /**
   * Read a file of an appointment.
   *
   * Returns the file with a new URL of its content. Available to the patient, their guardians, the practitioner, and administrators who opened the file of the patient.
   *
   * Scope: `appointments:read`.
   */
  get(id: string, fileId: string, options?: Options): Call<VisitFileContent> {
    return this.#http.send('GET', '/api/appointments/{id}/files/{fileId}', { path: [id, fileId], options }, 'file')
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
   * For family or an interpreter. The appointment's practitioner and administrators can invite. `url` opens the room's page without an account; it is shown only once: send it to one person. The guest waits in the lobby until the practitioner admits them. Patient and practitioner are notified of guests that another user invites. An appointment has at most 5 valid invitations.
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
   * Guests whose invitation was not withdrawn, newest first. The response does not contain the links.
   *
   * Scope: `appointments:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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

export class AppointmentsJoinLinkApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Create the link of a participant into the room.
   *
   * The link works from the booking until the room closes, without an account, and stays the same: a repeated call returns it again. Before the room opens it shows when and with whom; afterwards, that the consultation is over. Messages about a video appointment contain the link of their recipient. Send it to no other person. A participant for whom an administrator creates it is notified.
   *
   * Scope: `video:join`.
   *
   * @throws {Conflict} The appointment is over, cancelled, or not by video.
   */
  create(id: string, body?: CreateJoinLink, options?: Options): Call<JoinLink> {
    return this.#http.send('POST', '/api/appointments/{id}/join-link', { path: [id], body, options, keyed: true }, 'joinLink')
  }

  /**
   * Revoke the link of a participant into the room.
   *
   * The link stops working. The next message, or the next call that creates the link, has another one. Participants who are in the room stay.
   *
   * Scope: `video:join`.
   */
  revoke(id: string, query?: {
    /** The caller by default. A guardian may name the dependant, an administrator a participant. */
    identity?: string | undefined
  }, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/appointments/{id}/join-link', { path: [id], query, options, keyed: true }, null)
  }
}

export class AppointmentsApi {
  readonly #http: Http
  readonly moves: AppointmentsMovesApi
  readonly files: AppointmentsFilesApi
  readonly guests: AppointmentsGuestsApi
  readonly joinLink: AppointmentsJoinLinkApi

  constructor(http: Http) {
    this.#http = http
    this.moves = new AppointmentsMovesApi(http)
    this.files = new AppointmentsFilesApi(http)
    this.guests = new AppointmentsGuestsApi(http)
    this.joinLink = new AppointmentsJoinLinkApi(http)
  }

  /**
   * Count appointments by day.
   *
   * Counts the appointments that start on each day, by their current status. Doctors and dentists count their own slots, the front desk and administrators all appointments of the tenant. Every day of the range is listed, in order; at most 92 days.
   *
   * Scope: `appointments:read`.
   */
  getStatistics(query?: {
    /** The first day, in Moroccan time. By default, the report has 7 days. */
    from?: string | undefined
    /** The last day. By default today. */
    to?: string | undefined
    /** Appointments of this professional. */
    doctorId?: string | undefined
  }, options?: Options): Call<AppointmentsOfDay[]> {
    return this.#http.send('GET', '/api/appointments/statistics', { query, options }, 'days')
  }

  /**
   * List appointments.
   *
   * Patients see their own appointments, doctors and dentists their own slots, the front desk and administrators all appointments of the tenant. Sorted by creation, newest first; with `from` or `to`, by start time, latest first.
   *
   * Scope: `appointments:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Creates an appointment and its video room. `POST /api/holds` keeps a free slot until it is booked with `holdId`, which replaces `doctorId`, `startTime` and `endTime`. Patients book for themselves, doctors and dentists book their own slots, the front desk and administrators book for all patients of the tenant. The front desk cannot write notes. Patients book future times of at most 2 hours that do not overlap their own appointments, within the limits of the organisation on open bookings. Doctors, dentists and the front desk can book up to 24 hours in the past; they record older visits with `pastVisit`. Doctors and dentists can only propose a future time to a patient whom they do not treat. The patient accepts the proposed appointment by setting `CONFIRMED`; until then it does not allow prescriptions, lab orders, certificates or invoices.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The doctor or the booking patient has an overlapping appointment or another user holds the time (details.overlap.id; null if the caller may not read it). Or the hold has expired (details.hold), or the caller may not book the time as a slot (details.slot.reason). Or the patient or the booking guardian has too many open bookings: details.limit has max, open and the kind ORGANISATION or WITH_PROFESSIONAL; the bookings of a guardian, for themselves and all dependants, count half each. Or the patient has missed too many visits: the kind is MISSED_VISITS. Or the professional has proposed too many appointments: the kind is PROPOSED or PROPOSED_TO_PATIENT.
   */
  book(body: BookAppointment, options?: Options): Call<Appointment> {
    return this.#http.send('POST', '/api/appointments', { body, options, keyed: true }, 'appointment')
  }

  /**
   * List appointments that may not have taken place.
   *
   * Past appointments whose participants never met in the video room, and that are not COMPLETED, CANCELLED or NO_SHOW. The doctor marks them NO_SHOW, or COMPLETED if the visit took place elsewhere. Latest first.
   *
   * Scope: `appointments:read`.
   */
  listMissed(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Appointment> {
    return this.#http.pages('GET', '/api/appointments/missed', { query, options }, 'appointments')
  }

  /**
   * Read an appointment.
   *
   * Returns the notes to the patient, their guardians and the practitioner; the front desk gets `notes: null`.
   *
   * Scope: `appointments:read`.
   */
  get(id: string, options?: Options): Call<Appointment> {
    return this.#http.send('GET', '/api/appointments/{id}', { path: [id], options }, 'appointment')
  }

  /**
   * Move, confirm, complete or cancel an appointment, or change its notes.
   *
   * Absent fields stay unchanged; `startTime` alone moves the appointment and keeps its duration. The limits on times are those of a booking. A confirmed appointment that the patient moves returns to SCHEDULED. Only the doctor or an administrator can start or complete it, or mark it NO_SHOW. The front desk can move, confirm and cancel, but neither read nor write notes. The patient accepts a proposed appointment by moving it, or by setting CONFIRMED without a new time; if the proposed time was changed, the call repeats the current `startTime`. Before the patient accepts, it can be neither started nor completed.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The status does not allow the change (details.state has from, to and the allowed values). Or the time of a proposed appointment was changed, and the patient accepts it without the current startTime (details.current has startTime and endTime). Or the new time overlaps or is held (details.overlap.id; null if the caller may not read it), the hold has expired (details.hold), the new time is not offered (details.slot.reason), the doctor is disabled or not verified, or the patient has too many open bookings (details.limit).
   */
  update(id: string, body?: UpdateAppointment, options?: UpdateOptions): Call<Appointment> {
    return this.#http.send('PUT', '/api/appointments/{id}', { path: [id], body, options, keyed: true }, 'appointment')
  }

  /**
   * Delete an appointment.
   *
   * Administrators only. The appointment stays in the database but can no longer be read. An open appointment is cancelled.
   *
   * Scope: `appointments:write`.
   */
  delete(id: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/appointments/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Cancel an appointment.
   *
   * Has the effect of `PUT /api/appointments/{id}` with the status CANCELLED. Participants, the front desk and administrators can cancel. A cancellation is never refused because it is late. Cancelling again changes nothing.
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
   * Open rooms with a participant in the room or its lobby, for appointments that start within 24 hours before or after now. Doctors and dentists see their own rooms, the front desk and administrators all rooms of the organisation. Longest wait first, at most 500.
   *
   * Scope: `appointments:read`.
   */
  listActiveRooms(options?: Options): Call<ActiveRoom[]> {
    return this.#http.send('GET', '/api/appointments/active-rooms', { options }, 'activeRooms')
  }
}

export class SeriesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Book a series of appointments.
   *
   * Books the first appointment at `startTime`, and the others at the same time of the wall clock: of the place's time zone, or else of Morocco. All are ordinary appointments, which can be moved and cancelled singly. The participants get one message about the series. Doctors and dentists book their own slots, for patients whom they treat.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused. With SKIP: all times are taken.
   */
  create(body: CreateSeries, options?: Options): Call<CreateSeriesAnswer> {
    return this.#http.send('POST', '/api/series', { body, options, keyed: true })
  }

  /**
   * Read a series of appointments.
   *
   * The participants, the front desk and administrators can read it.
   *
   * Scope: `appointments:read`.
   */
  get(id: string, options?: Options): Call<Series> {
    return this.#http.send('GET', '/api/series/{id}', { path: [id], options }, 'series')
  }

  /**
   * Change the appointments of a series that are still to come.
   *
   * Absent fields stay unchanged. Each appointment keeps its day, or moves to another weekday of the same week (Monday to Sunday). Appointments that have started, ended or been cancelled stay unchanged. Participants get one message about the series.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} A time is taken: details.overlap.id, and details.occurrence with its number and time. Or another reason for which a single appointment is refused. Or its times were changed 10 times today: details.limit.
   */
  update(id: string, body?: UpdateSeries, options?: UpdateOptions): Call<UpdateSeriesAnswer> {
    return this.#http.send('PUT', '/api/series/{id}', { path: [id], body, options, keyed: true })
  }

  /**
   * Cancel the appointments of a series that are still to come.
   *
   * Participants get one message. Cancelling again changes nothing.
   *
   * Scope: `appointments:write`.
   */
  cancel(id: string, body?: CancelSeries, options?: UpdateOptions): Call<Series> {
    return this.#http.send('POST', '/api/series/{id}/cancel', { path: [id], body, options, keyed: true }, 'series')
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
   * The user of `identity` can join within 15 minutes: send the token in the first message to `url`. An administrator may request a token for a participant.
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
   * Takes the secret of an invitation instead of an access token; it can be used repeatedly while the invitation is valid. The response is the same as for `POST /api/video/token`.
   *
   * @throws {Conflict} The appointment is over or cancelled, or its room may not be joined now.
   */
  issueGuestToken(body: GuestTokenRequest, options?: Options): Call<IssueGuestTokenAnswer> {
    return this.#http.send('POST', '/api/video/guest-token', { body, options, open: true })
  }

  /**
   * Issue a token for the room that a link leads to.
   *
   * Takes the code of a join link instead of an access token. The response is the same as for `POST /api/video/token`.
   *
   * @throws {Conflict} The appointment is over or cancelled, or its room may not be joined now.
   */
  issueLinkToken(body: LinkTokenRequest, options?: Options): Call<IssueLinkTokenAnswer> {
    return this.#http.send('POST', '/api/video/link-token', { body, options, open: true })
  }

  /**
   * Send the person of a link the code that the room asks for.
   *
   * Takes the code of a join link instead of an access token. Sends six digits to the telephone of the person, who enters them in the room. They stay the same until the room closes.
   *
   * @throws {Conflict} The appointment is over or cancelled, or its room may not be joined now.
   */
  sendLinkCode(body: LinkCodeRequest, options?: Options): Call<string | null> {
    return this.#http.send('POST', '/api/video/link-code', { body, options, open: true }, 'sentTo')
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
   * Patients see their own prescriptions, doctors and dentists the prescriptions that they issued, administrators all prescriptions of the tenant. Pharmacies see prescriptions that are ordered from them, unless the order is cancelled or rejected. Newest first.
   *
   * Scope: `prescriptions:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Issues a prescription for an appointment of the caller with the patient. Without an appointment it is a renewal, which requires a confirmed or completed appointment of the two. The prescription is signed at once if the prescriber has a signing key; in the sandbox the key is created on first use. A prescription cannot be changed: cancel it and issue another.
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
   * Returns all lines, with the amount of each that can still be dispensed.
   *
   * Scope: `prescriptions:read`.
   */
  get(id: string, options?: Options): Call<Prescription> {
    return this.#http.send('GET', '/api/prescriptions/{id}', { path: [id], options }, 'prescription')
  }

  /**
   * Cancel a prescription by its status.
   *
   * Has the effect of `POST /api/prescriptions/{id}/cancel`. The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.
   *
   * Scope: `prescriptions:write`.
   */
  update(id: string, body: UpdatePrescription, options?: UpdateOptions): Call<Prescription> {
    return this.#http.send('PUT', '/api/prescriptions/{id}', { path: [id], body, options, keyed: true }, 'prescription')
  }

  /**
   * Cancel a prescription.
   *
   * The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.
   *
   * Scope: `prescriptions:write`.
   */
  cancel(id: string, body?: CancelPrescription, options?: UpdateOptions): Call<Prescription> {
    return this.#http.send('POST', '/api/prescriptions/{id}/cancel', { path: [id], body, options, keyed: true }, 'prescription')
  }

  /**
   * Sign a prescription.
   *
   * Only the prescriber can sign. The first signature creates their signing key. Signing again returns the existing signature.
   *
   * Scope: `prescriptions:write`.
   *
   * @throws {Conflict} The prescription is not signed, and was cancelled.
   */
  sign(id: string, options?: Options): Call<Prescription> {
    return this.#http.send('POST', '/api/prescriptions/{id}/sign', { path: [id], options, keyed: true }, 'prescription')
  }

  /**
   * Verify the signature of a prescription.
   *
   * Compares the stored prescription with the signed content. The response allows an independent verification: `value` is a JWS with detached content, and `canonical` is that content. 404 while the prescription is not signed.
   *
   * Scope: `prescriptions:read`.
   */
  getSignature(id: string, options?: Options): Call<PrescriptionSignature> {
    return this.#http.send('GET', '/api/prescriptions/{id}/signature', { path: [id], options }, 'signature')
  }

  /**
   * Create a pickup code.
   *
   * Creates a code that the patient shows in a pharmacy. The pharmacy can place one order with it. The code expires after 15 to 30 minutes, or with the next order on the prescription.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.
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
   * Creates or replaces the signing key of the caller. The previous private key is destroyed; its signatures can still be verified.
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
   * Patients see their own orders, pharmacies the orders placed with them, doctors and dentists the orders on their prescriptions, administrators all orders of the tenant. Newest first. For pharmacies, the filter `patientId` omits orders that are CANCELLED or REJECTED.
   *
   * Scope: `orders:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * The patient, the prescriber and administrators can order. A prescription has one open order at a time; after a delivery it can be ordered again while any of its lines has an amount left. A pharmacy can order only from itself, with a `pickupCode` that the patient shows. After an order at this pharmacy was cancelled, the pharmacy cannot order until the patient orders there again.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The prescription has an open order (details.order.id), is used up (details.dispensing.left is 0), was cancelled, or has expired.
   */
  place(body: PlaceOrder, options?: Options): Call<Order> {
    return this.#http.send('POST', '/api/orders', { body, options, keyed: true }, 'order')
  }

  /**
   * Read a pharmacy order.
   *
   * Available to the patient, the prescriber, the pharmacy of the order and administrators.
   *
   * Scope: `orders:read`.
   */
  get(id: string, options?: Options): Call<Order> {
    return this.#http.send('GET', '/api/orders/{id}', { path: [id], options }, 'order')
  }

  /**
   * Update the status of a pharmacy order.
   *
   * An order goes from PENDING to PREPARING, READY and DELIVERED, one step at a time. PENDING and PREPARING orders may become CANCELLED or REJECTED. The pharmacy of the order and administrators set the status; the patient may cancel a PENDING order. PREPARING requires a signed prescription. Setting the current status changes nothing. If the prescription is used up, or has a substance of table A or B and is past its `validUntil`, the order can only be CANCELLED or REJECTED.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The current status does not allow it: details.state has from, to and the allowed statuses. Or the prescription is used up (details.dispensing.left is 0).
   */
  update(id: string, body: UpdateOrder, options?: UpdateOptions): Call<Order> {
    return this.#http.send('PUT', '/api/orders/{id}', { path: [id], body, options, keyed: true }, 'order')
  }

  /**
   * Cancel a pharmacy order.
   *
   * Has the effect of `PUT /api/orders/{id}` with the status CANCELLED. The pharmacy and administrators can cancel a PENDING or PREPARING order, the patient a PENDING one. Cancelling again changes nothing.
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
   * The patient and administrators can change the pharmacy of a PENDING order. The order becomes CANCELLED, and the other pharmacy gets a new order. The first pharmacy is notified, and no longer sees the prescription and the patient.
   *
   * Scope: `orders:write`.
   *
   * @throws {Conflict} The order is not PENDING (details.state), or the prescription is used up (details.dispensing.left is 0) or has expired.
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
   * Its doctor, its laboratory and administrators can enter results. Sets the status RESULTS_READY from any earlier status. Until the release, results can be entered again, under a new id: the last ones count, and earlier ones are kept.
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
   * Returns the results that were entered last. 404 while there are none; patients get 404 until the release. Bounds are inclusive: a value equal to a bound is normal.
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
   * For example the signed report, or an image. The laboratory and the doctor who ordered the tests can add at most 10 files, from COLLECTED until RELEASED. Files are released with the results.
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
   * Returns all files, oldest first. Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient. Patients get 404 until the release.
   *
   * Scope: `lab_orders:read`.
   */
  list(id: string, options?: Options): Call<LabOrderFile[]> {
    return this.#http.send('GET', '/api/lab-orders/{id}/files', { path: [id], options }, 'labOrderFiles')
  }

  /**
   * Read a file of a lab order.
   *
   * Returns the file with a new URL of its content. Available to the readers of the results: the doctor who ordered the tests, the addressed laboratory, the patient after the release, and administrators who opened the file of the patient.
   *
   * Scope: `lab_orders:read`.
   */
  get(id: string, fileId: string, options?: Options): Call<LabOrderFileContent> {
    return this.#http.send('GET', '/api/lab-orders/{id}/files/{fileId}', { path: [id, fileId], options }, 'labOrderFile')
  }

  /**
   * Remove a file from a lab order.
   *
   * Only the user who uploaded a file can remove it, before the release. The content is deleted.
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
   * Patients see their own lab orders, doctors and dentists the ones that they ordered, laboratories the ones that are addressed to them and not cancelled. Administrators see the lab orders of patients whose file they opened. Newest first.
   *
   * Scope: `lab_orders:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Doctors and dentists order in their own name. Administrators order in the name of `doctorId`, or by default of the doctor of the appointment, if any.
   *
   * Scope: `lab_orders:write`.
   */
  submit(body: SubmitLabOrder, options?: Options): Call<ChangedLabOrder> {
    return this.#http.send('POST', '/api/lab-orders', { body, options, keyed: true }, 'labOrder')
  }

  /**
   * Read a lab order.
   *
   * Available to the patient, the doctor, the addressed laboratory, and administrators who opened the file of the patient.
   *
   * Scope: `lab_orders:read`.
   */
  get(id: string, options?: Options): Call<LabOrder> {
    return this.#http.send('GET', '/api/lab-orders/{id}', { path: [id], options }, 'labOrder')
  }

  /**
   * Update the status of a lab order.
   *
   * A lab order goes from ORDERED to COLLECTED, IN_PROGRESS, RESULTS_READY and RELEASED, one step at a time; before RELEASED it may become CANCELLED. Its doctor, its laboratory and administrators set the status. RELEASED makes the results available to the patient, and alerts the doctor of critical values. Setting the current status changes nothing.
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
   * Has the effect of `PUT /api/lab-orders/{id}` with the status CANCELLED. Its doctor, its laboratory and administrators can cancel it before it is RELEASED. Cancelling again changes nothing.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The lab order is RELEASED: details.state has from, to and the allowed statuses.
   */
  cancel(id: string, options?: UpdateOptions): Call<ChangedLabOrder> {
    return this.#http.send('POST', '/api/lab-orders/{id}/cancel', { path: [id], options, keyed: true }, 'labOrder')
  }

  /**
   * Choose the laboratory of a lab order.
   *
   * The patient, the doctor and administrators can choose while the lab order is ORDERED; null removes the laboratory. The laboratory sees the lab order and the patient’s name, birth date and sex; the previous laboratory no longer sees them. Patient and doctor are notified if another user chose.
   *
   * Scope: `lab_orders:write`.
   *
   * @throws {Conflict} The lab order is no longer ORDERED: details.state.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Pharmacies see their own lots, administrators all lots of the tenant. Newest first; with `expiringWithinDays`, sorted by expiry date, latest first.
   *
   * Scope: `stock:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** Part of the name. Case and accents are ignored. */
    medication?: string | undefined
    /** Lots that expire within this number of days, including expired lots. */
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
   * Pharmacies add lots to their own stock. Administrators give a `pharmacyId`.
   *
   * Scope: `stock:write`.
   *
   * @throws {Conflict} The pharmacy already has a lot of the medicine with this number (details.lot.id): record a movement on it.
   */
  receive(body: ReceiveLot, options?: Options): Call<StockLot> {
    return this.#http.send('POST', '/api/stock', { body, options, keyed: true }, 'lot')
  }

  /**
   * Read a lot.
   *
   * Pharmacies read their own lots, administrators all lots of the tenant.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<ServicePrice> {
    return this.#http.pages('GET', '/api/services/{id}/prices', { path: [id], query, options }, 'prices')
  }

  /**
   * Schedule a price of a service.
   *
   * The price takes effect at the given time. To change the price at once, update the service.
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
   * Only prices that are not in effect yet can be withdrawn.
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
   * All users see all services of the organisation. Newest first.
   *
   * Scope: `services:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** true: only services that are offered. false: only services that are not. */
    active?: boolean | undefined
  }, options?: Options): Pages<Service> {
    return this.#http.pages('GET', '/api/services', { query, options }, 'services')
  }

  /**
   * Create a service.
   *
   * Creates a service with its first price, which takes effect at once.
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
   * `priceMAD` is the current price, including scheduled prices that have taken effect.
   *
   * Scope: `services:read`.
   */
  get(id: string, options?: Options): Call<Service> {
    return this.#http.send('GET', '/api/services/{id}', { path: [id], options }, 'service')
  }

  /**
   * Update a service.
   *
   * Absent fields stay unchanged. A new price takes effect at once, and applies until the next scheduled price.
   *
   * Scope: `services:write`.
   *
   * @throws {Conflict} Another service has this code: details.service.id.
   */
  update(id: string, body?: UpdateService, options?: UpdateOptions): Call<Service> {
    return this.#http.send('PUT', '/api/services/{id}', { path: [id], body, options, keyed: true }, 'service')
  }
}

export class PlacesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List places.
   *
   * All users see all places of the organisation. Newest first.
   *
   * Scope: `schedules:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** Whether slots at the place are offered. */
    active?: boolean | undefined
  }, options?: Options): Pages<Place> {
    return this.#http.pages('GET', '/api/places', { query, options }, 'places')
  }

  /**
   * Create a place.
   *
   * Professionals can then have opening hours there, in the time zone of the place.
   *
   * Scope: `schedules:write`.
   */
  create(body: CreatePlace, options?: Options): Call<Place> {
    return this.#http.send('POST', '/api/places', { body, options, keyed: true }, 'place')
  }

  /**
   * Read a place.
   *
   * All users see all places of the organisation.
   *
   * Scope: `schedules:read`.
   */
  get(id: string, options?: Options): Call<Place> {
    return this.#http.send('GET', '/api/places/{id}', { path: [id], options }, 'place')
  }

  /**
   * Update a place.
   *
   * Absent fields stay unchanged. The time zone of a place cannot change: create another place instead.
   *
   * Scope: `schedules:write`.
   */
  update(id: string, body?: UpdatePlace, options?: UpdateOptions): Call<Place> {
    return this.#http.send('PUT', '/api/places/{id}', { path: [id], body, options, keyed: true }, 'place')
  }
}

export class VisitTypesApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List visit types.
   *
   * All users see all visit types of the organisation. Newest first.
   *
   * Scope: `schedules:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** Whether the visit type is offered. */
    active?: boolean | undefined
  }, options?: Options): Pages<VisitType> {
    return this.#http.pages('GET', '/api/visit-types', { query, options }, 'visitTypes')
  }

  /**
   * Create a visit type.
   *
   * A service in one mode, with the rules by which its times are offered. `stepMin` is the duration by default.
   *
   * Scope: `schedules:write`.
   */
  create(body: CreateVisitType, options?: Options): Call<VisitType> {
    return this.#http.send('POST', '/api/visit-types', { body, options, keyed: true }, 'visitType')
  }

  /**
   * Read a visit type.
   *
   * All users see all visit types of the organisation.
   *
   * Scope: `schedules:read`.
   */
  get(id: string, options?: Options): Call<VisitType> {
    return this.#http.send('GET', '/api/visit-types/{id}', { path: [id], options }, 'visitType')
  }

  /**
   * Update a visit type.
   *
   * Absent fields stay unchanged. Booked visits keep their times and buffers. Service and mode of a visit type cannot change: create another one instead.
   *
   * Scope: `schedules:write`.
   */
  update(id: string, body?: UpdateVisitType, options?: UpdateOptions): Call<VisitType> {
    return this.#http.send('PUT', '/api/visit-types/{id}', { path: [id], body, options, keyed: true }, 'visitType')
  }
}

export class SlotsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Search free slots.
   *
   * The starts at which a visit of the type is offered: within the opening hours, apart from other visits by the larger buffer, not held by another user, and within notice and horizon of the type. Visit types for the staff have no slots for patients. Earliest first.
   *
   * Scope: `slots:read`.
   */
  list(query: {
    /** Required unless city or specialty is given. */
    doctorId?: string | undefined
    /** City of the place, in French, Arabic or another usual spelling. */
    city?: string | undefined
    /** Specialty of the professional, in French, Arabic or English. */
    specialty?: string | undefined
    /** Start at or after this time; by default now. */
    from?: string | Date | undefined
    /** Start before this time, at most 62 days after `from`; by default 30 days. */
    to?: string | Date | undefined
    /** Only the first free slot of each professional. Always so without `doctorId`. */
    first?: boolean | undefined
    visitTypeId: string
  }, options?: Options): Call<ListSlotsAnswer> {
    return this.#http.send('GET', '/api/slots', { query, options })
  }
}

export class HoldsApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Hold a free slot.
   *
   * Keeps the time for the caller for 5 minutes. Other users then cannot book or hold it. Patients hold offered slots: one of each professional and two in all; a new hold replaces the oldest one. The staff can hold any free time.
   *
   * Scope: `holds:write`.
   *
   * @throws {Conflict} Another visit or hold overlaps the time: details.overlap.id, null if the caller may not read it. Or it is not offered to the caller: details.slot.reason.
   */
  create(body: CreateHold, options?: Options): Call<Hold> {
    return this.#http.send('POST', '/api/holds', { body, options, keyed: true }, 'hold')
  }

  /**
   * Extend a hold.
   *
   * The hold expires 5 minutes from now. A hold can be extended once.
   *
   * Scope: `holds:write`.
   *
   * @throws {Conflict} The hold has expired, was extended before, or belongs to an offer of the waitlist: details.hold.
   */
  extend(id: string, options?: Options): Call<Hold> {
    return this.#http.send('POST', '/api/holds/{id}/extend', { path: [id], options, keyed: true }, 'hold')
  }

  /**
   * Release a hold.
   *
   * The front desk, the professional and administrators can release holds of others.
   *
   * Scope: `holds:write`.
   */
  release(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/holds/{id}', { path: [id], options, keyed: true }, null)
  }
}

export class BookingPolicyApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Read the booking policy.
   *
   * All users can read it. By default a cancellation is late within 4 hours, and missed visits have no limit.
   *
   * Scope: `schedules:read`.
   */
  get(options?: Options): Call<BookingPolicy> {
    return this.#http.send('GET', '/api/booking-policy', { options }, 'bookingPolicy')
  }

  /**
   * Update the booking policy.
   *
   * Absent fields stay unchanged. A late cancellation is never refused; it is marked with `lateCancel` on the appointment. Marks of earlier cancellations stay.
   *
   * Scope: `schedules:write`.
   */
  update(body?: UpdateBookingPolicy, options?: UpdateOptions): Call<BookingPolicy> {
    return this.#http.send('PUT', '/api/booking-policy', { body, options, keyed: true }, 'bookingPolicy')
  }
}

export class WaitlistApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List the waitlist.
   *
   * Patients see their own entries, doctors and dentists those for themselves, the front desk and administrators all. Newest first.
   *
   * Scope: `appointments:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly WaitlistStatus[] | undefined
    doctorId?: string | undefined
    patientId?: string | undefined
  }, options?: Options): Pages<WaitlistEntry> {
    return this.#http.pages('GET', '/api/waitlist', { query, options }, 'waitlistEntries')
  }

  /**
   * Add a patient to the waitlist.
   *
   * When a visit is cancelled, moved or deleted, or an absence is removed, the time is offered to the entries that wish it: urgent ones first, then the oldest. The patient gets a message, and the time is held: for 2 hours if the visit is more than a day away, otherwise for 30 minutes. Times less than an hour away are not offered. Patients wait for themselves; professionals add patients whom they treat.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The calling patient already has 5 open entries: details.limit. Or the type is for new patients of the professional: details.slot.reason.
   */
  join(body: JoinWaitlist, options?: Options): Call<WaitlistEntry> {
    return this.#http.send('POST', '/api/waitlist', { body, options, keyed: true }, 'waitlistEntry')
  }

  /**
   * Read an entry of the waitlist.
   *
   * With the time that is offered, if any.
   *
   * Scope: `appointments:read`.
   */
  get(id: string, options?: Options): Call<WaitlistEntry> {
    return this.#http.send('GET', '/api/waitlist/{id}', { path: [id], options }, 'waitlistEntry')
  }

  /**
   * Change the wishes of an entry.
   *
   * Absent fields stay unchanged. A time that is offered stays offered.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The entry has ended.
   */
  update(id: string, body?: UpdateWaitlistEntry, options?: UpdateOptions): Call<WaitlistEntry> {
    return this.#http.send('PUT', '/api/waitlist/{id}', { path: [id], body, options, keyed: true }, 'waitlistEntry')
  }

  /**
   * Leave the waitlist.
   *
   * Ends the entry, and the offer of a time. Leaving again changes nothing.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} The entry is booked or has expired.
   */
  leave(id: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/waitlist/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Decline the time that is offered.
   *
   * The time is offered to the next entry. This entry waits for another time.
   *
   * Scope: `appointments:write`.
   *
   * @throws {Conflict} No time is offered to the entry.
   */
  decline(id: string, options?: Options): Call<WaitlistEntry> {
    return this.#http.send('POST', '/api/waitlist/{id}/decline', { path: [id], options, keyed: true }, 'waitlistEntry')
  }
}

export class HolidaysApi {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * List holidays and Ramadan.
   *
   * The holidays with a day in the range, and the months of Ramadan, by their first day. The range has at most 731 days; by default it is a year from today.
   *
   * Scope: `schedules:read`.
   */
  list(query?: {
    /** First day of the range; by default today. */
    from?: string | undefined
    /** Last day of the range, included. */
    to?: string | undefined
  }, options?: Options): Call<Holiday[]> {
    return this.#http.send('GET', '/api/holidays', { query, options }, 'holidays')
  }

  /**
   * Confirm, move or observe a holiday.
   *
   * Administrators confirm or move the day of a holiday that depends on the moon, for their organisation, and decide whether it is observed. A new first day is confirmed, and at most two days from the calculated one. `firstDay: null` and `confirmed: false` return to the calculated day. `observed: null` follows the year before. Absent fields stay unchanged.
   *
   * Scope: `schedules:write`.
   */
  update(id: string, body?: UpdateHoliday, options?: Options): Call<Holiday> {
    return this.#http.send('PUT', '/api/holidays/{id}', { path: [id], body, options, keyed: true }, 'holiday')
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
   * Patients see their own invoices, doctors and dentists the invoices of their consultations, the front desk and administrators all invoices of the tenant. Newest first.
   *
   * Scope: `invoices:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Doctors and dentists invoice patients whom they treat, the front desk and administrators all patients. The invoice gets the next number of its year. It cannot be changed: cancel it and create another.
   *
   * Scope: `invoices:write`.
   */
  create(body: CreateInvoice, options?: Options): Call<InvoiceWithPayments> {
    return this.#http.send('POST', '/api/invoices', { body, options, keyed: true }, 'invoice')
  }

  /**
   * Read an invoice with its payments and refunds.
   *
   * Payments and refunds are listed oldest first.
   *
   * Scope: `invoices:read`.
   */
  get(id: string, options?: Options): Call<InvoiceWithPayments> {
    return this.#http.send('GET', '/api/invoices/{id}', { path: [id], options }, 'invoice')
  }

  /**
   * Cancel an invoice by its status.
   *
   * Has the effect of `POST /api/invoices/{id}/cancel`. The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} A payment was made, or a card payment is pending.
   */
  update(id: string, body: UpdateInvoice, options?: UpdateOptions): Call<InvoiceWithPayments> {
    return this.#http.send('PUT', '/api/invoices/{id}', { path: [id], body, options, keyed: true }, 'invoice')
  }

  /**
   * Cancel an invoice.
   *
   * The doctor or dentist of the invoice and administrators can cancel it, unless anything was paid. It keeps its number. Cancelling again changes nothing.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} A payment was made, or a card payment is pending.
   */
  cancel(id: string, body?: CancelInvoice, options?: UpdateOptions): Call<InvoiceWithPayments> {
    return this.#http.send('POST', '/api/invoices/{id}/cancel', { path: [id], body, options, keyed: true }, 'invoice')
  }

  /**
   * Pay an invoice in full or in part.
   *
   * The patient, the doctor or dentist, the front desk and administrators pay by card. All of them except the patient record payments in cash. With an Idempotency-Key a card is charged once, even if the connection fails. The sandbox simulates payments: every token succeeds except `tok_declined`, `tok_unavailable` and `tok_timeout`; `tok_refund_declined` and `tok_refund_timeout` make refunds fail.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} The amount exceeds the amount due (details.due), the card was declined (details.payment), or the installation has no card provider.
   */
  takePayment(id: string, body: TakePayment, options?: Options): Call<Payment> {
    return this.#http.send('POST', '/api/invoices/{id}/payments', { path: [id], body, options, keyed: true }, 'payment')
  }

  /**
   * Refund an invoice in full or in part.
   *
   * The doctor or dentist of the invoice and administrators can refund it. Card payments are refunded first, each to its card, newest payment first. Cash is refunded last: the caller hands it out.
   *
   * Scope: `invoices:write`.
   *
   * @throws {Conflict} The amount exceeds the refundable amount (details.refundable), the bank refused the refund (details.refund), or the installation has no card provider.
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
   * Patients see the reviews they wrote, doctors and dentists the reviews about them, administrators all reviews of the organisation. Newest first.
   *
   * Scope: `appointments:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * For the patient of the appointment, once, after it is COMPLETED. A review cannot be changed. It updates the doctor's rating, which is the average of all reviews, rounded to one decimal.
   *
   * Scope: `reviews:write`.
   *
   * @throws {Conflict} The appointment is not COMPLETED (details.state), or already has a review (details.review.id).
   */
  create(id: string, body: ReviewAppointment, options?: Options): Call<Review> {
    return this.#http.send('POST', '/api/appointments/{id}/review', { path: [id], body, options, keyed: true }, 'review')
  }

  /**
   * Read the review of a consultation.
   *
   * Returns 404 if there is no review.
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
   * Patients see the follow-ups proposed to them, doctors and dentists their own, administrators all follow-ups of the tenant. Newest first.
   *
   * Scope: `follow_ups:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Doctors and dentists propose their own consultations, administrators any, with or without a time. The time is not reserved until the patient accepts.
   *
   * Scope: `follow_ups:write`.
   */
  propose(body: ProposeFollowUp, options?: Options): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups', { body, options, keyed: true }, 'followUp')
  }

  /**
   * Read a follow-up.
   *
   * Available to the patient, the practitioner and administrators.
   *
   * Scope: `follow_ups:read`.
   */
  get(id: string, options?: Options): Call<FollowUp> {
    return this.#http.send('GET', '/api/follow-ups/{id}', { path: [id], options }, 'followUp')
  }

  /**
   * Cancel a proposed follow-up by its status.
   *
   * Has the effect of `POST /api/follow-ups/{id}/cancel`. The doctor and administrators can cancel. Cancelling again changes nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} The follow-up was accepted or declined: details.state.
   */
  update(id: string, body: UpdateFollowUp, options?: UpdateOptions): Call<FollowUp> {
    return this.#http.send('PUT', '/api/follow-ups/{id}', { path: [id], body, options, keyed: true }, 'followUp')
  }

  /**
   * Accept a follow-up.
   *
   * The patient and administrators can accept. Books the given time, or else the proposed one. Without either, the follow-up is accepted without an appointment, which can be booked later. Accepting again returns the same response and books nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} The follow-up was declined or cancelled (details.state). Or the doctor has another appointment at that time (details.overlap.id; null if the caller may not read it), or the proposed time is in the past: the follow-up then stays PROPOSED and can be accepted with another time.
   */
  accept(id: string, body?: AcceptFollowUp, options?: Options): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups/{id}/accept', { path: [id], body, options, keyed: true }, 'followUp')
  }

  /**
   * Decline a follow-up.
   *
   * The patient and administrators can decline. Declining again changes nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} The follow-up was accepted or cancelled: details.state.
   */
  decline(id: string, options?: Options): Call<FollowUp> {
    return this.#http.send('POST', '/api/follow-ups/{id}/decline', { path: [id], options, keyed: true }, 'followUp')
  }

  /**
   * Cancel a proposed follow-up.
   *
   * The doctor and administrators can cancel. Cancelling again changes nothing.
   *
   * Scope: `follow_ups:write`.
   *
   * @throws {Conflict} The follow-up was accepted or declined: details.state.
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
   * Returns every consent with its current answer, in a fixed order.
   *
   * Scope: `patients:read`.
   */
  get(id: string, options?: Options): Call<Consent[]> {
    return this.#http.send('GET', '/api/patients/{id}/consents', { path: [id], options }, 'consents')
  }

  /**
   * Update the consents of a patient.
   *
   * For the patient, or an administrator on their behalf. The body lists every granted consent; all others are withdrawn. Each changed answer creates a new version with its author, time and client. Repeating the same list changes nothing.
   *
   * Scope: `patients:write`.
   */
  update(id: string, body: UpdateConsents, options?: UpdateOptions): Call<Consent[]> {
    return this.#http.send('PUT', '/api/patients/{id}/consents', { path: [id], body, options, keyed: true }, 'consents')
  }

  /**
   * List the consent history of a patient.
   *
   * Returns the proof that law 09-08 requires: who gave each answer, when, and through which client. Newest first.
   *
   * Scope: `patients:read`.
   */
  listHistory(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * For every caller who may see the patient.
   *
   * Scope: `patients:read`.
   */
  get(id: string, options?: Options): Call<PatientIdentity> {
    return this.#http.send('GET', '/api/patients/{id}/identity', { path: [id], options }, 'identity')
  }

  /**
   * Update the identity of a patient.
   *
   * For the patient, a doctor or dentist who treats them, or an administrator. Absent fields stay unchanged; null clears a field. After the staff has attested birthDate, sex, nationalId and nameAr, the patient cannot change these four, because signed documents contain them. The staff attests them with a request that sets each of the four that is not null, or that changes attested ones.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The caller is a member of the staff, and a guardian of the patient is not verified (details.unverifiedGuardianships). The front desk must verify or end the guardianship first.
   */
  update(id: string, body?: UpdateIdentity, options?: UpdateOptions): Call<PatientIdentity> {
    return this.#http.send('PUT', '/api/patients/{id}/identity', { path: [id], body, options, keyed: true }, 'identity')
  }

  /**
   * List the identity disputes of a patient.
   *
   * For every caller who may see the patient. Newest first.
   *
   * Scope: `patients:read`.
   */
  listDisputes(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<IdentityDispute> {
    return this.#http.pages('GET', '/api/patients/{id}/identity/disputes', { path: [id], query, options }, 'disputes')
  }

  /**
   * Dispute the recorded identity.
   *
   * For the patient, who states other values for birthDate, sex, nationalId or nameAr after the staff has attested them. The recorded and the stated values are both kept and shown. Documents contain the recorded values until the staff attests the stated ones.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} A dispute is already open; or the staff has not attested the identity, so the patient can still change it.
   */
  dispute(id: string, body: DisputeIdentity, options?: Options): Call<IdentityDispute> {
    return this.#http.send('POST', '/api/patients/{id}/identity/dispute', { path: [id], body, options, keyed: true }, 'dispute')
  }

  /**
   * Withdraw an identity dispute.
   *
   * For the patient. The dispute stays in the history.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} No dispute is open.
   */
  withdrawDispute(id: string, options?: Options): Call<IdentityDispute> {
    return this.#http.send('DELETE', '/api/patients/{id}/identity/dispute', { path: [id], options, keyed: true }, 'dispute')
  }

  /**
   * Resolve an identity dispute.
   *
   * Attests the recorded or the stated values after seeing a document. For a doctor or dentist who treats the patient, or an administrator.
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
   * List the care relationships of a patient.
   *
   * For the patient and administrators. Returns one entry for each professional, including ended relationships and emergency accesses. The relationships that end last come first.
   *
   * Scope: `patients:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<CareRelationship> {
    return this.#http.pages('GET', '/api/patients/{id}/relationships', { path: [id], query, options }, 'relationships')
  }

  /**
   * Allow a doctor or dentist to read the file of a patient.
   *
   * For the patient or an administrator. If an administrator calls it, the patient and the other administrators are notified. Access lasts as long as after a visit (24 months by default). Calling it again restarts that time.
   *
   * Scope: `patients:write`.
   */
  state(id: string, professionalId: string, body?: StateRelationship, options?: Options): Call<void> {
    return this.#http.send('PUT', '/api/patients/{id}/relationships/{professionalId}', { path: [id, professionalId], body, options, keyed: true }, null)
  }

  /**
   * End a care relationship.
   *
   * For the patient, or an administrator on their behalf. The professional can no longer read the file, but keeps access to their own entries and appointments. A new booking by the patient begins a new relationship.
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
   * Available to the patient, the doctors and dentists who treat them, and administrators who opened the file. Newest first.
   *
   * Scope: `patients:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly ConditionStatus[] | undefined
  }, options?: Options): Pages<Condition> {
    return this.#http.pages('GET', '/api/patients/{id}/conditions', { path: [id], query, options }, 'conditions')
  }

  /**
   * Record a condition of a patient.
   *
   * Doctors and dentists who treat the patient, and administrators, can record conditions.
   *
   * Scope: `patients:write`.
   */
  record(id: string, body: RecordCondition, options?: Options): Call<Condition> {
    return this.#http.send('POST', '/api/patients/{id}/conditions', { path: [id], body, options, keyed: true }, 'condition')
  }

  /**
   * Update a condition.
   *
   * Only the user who recorded a condition can update it. Absent fields stay unchanged. Set RESOLVED for a past condition.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The condition was struck.
   */
  update(id: string, body?: UpdateCondition, options?: Options): Call<Condition> {
    return this.#http.send('PUT', '/api/patients/conditions/{id}', { path: [id], body, options, keyed: true }, 'condition')
  }

  /**
   * Delete a condition that was recorded by mistake.
   *
   * Only the user who recorded a condition can delete it. It stays in the database but can no longer be read.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The condition was struck.
   */
  delete(id: string, options?: Options): Call<void> {
    return this.#http.send('DELETE', '/api/patients/conditions/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Mark a condition as wrong.
   *
   * Administrators strike a condition with a reason. It can still be read, marked as struck, and the patient is no longer recalled for it. Striking again changes nothing.
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
   * Register a dependant.
   *
   * Creates a record for a patient without an account, such as a child, and makes the caller their guardian. `id` is the id of the caller. The guardian can act at once, because the record contains only what the guardian enters. `verified` is false until the organisation has seen the papers. To act for an adult, ask them for a code (`POST /api/guardianships/requests`), or ask the organisation.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, including those whose guardianship has ended (REGISTERED_DEPENDANTS).
   */
  register(id: string, body: RegisterDependant, options?: Options): Call<Guardianship> {
    return this.#http.send('POST', '/api/patients/{id}/dependants', { path: [id], body, options, keyed: true }, 'guardianship')
  }

  /**
   * List the dependants of a patient.
   *
   * For the guardian, administrators and the front desk. Includes ended guardianships. Newest first.
   *
   * Scope: `patients:read`.
   */
  list(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * For the front desk, an administrator, or a doctor or dentist, who then treats the patient. The patient can claim an account later (`POST /api/patients/{id}/claim-codes`). If a record has the same national id, or the same name and birth date, it is reported and nothing is saved. Case, accents, forms of Arabic letters, spaces and the order of names are ignored. A doctor or dentist can register at most 60 patients in an hour and 200 in a day, including refused registrations; further calls get 429.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The person may be registered already. `details.duplicates` has the id, name and birthDate of the records that the caller may see. `unverifiedGuardian: true` marks a record with an unverified guardian, who can read what is written in it. `details.hidden` is the number of other records: ask the front desk about them. Send `differentPerson: true` if the patient is another person.
   */
  register(body: PatientRegistration, options?: Options): Call<RegisteredPatient> {
    return this.#http.send('POST', '/api/patients', { body, options, keyed: true }, 'patient')
  }

  /**
   * List patients.
   *
   * Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified. Newest first; with `name` alone or with `consent`, by the word that matches.
   *
   * Scope: `patients:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    /** Only patients whose name has, for each of these words, a word that begins with it, in any order. Case, accents, Arabic vowel signs and forms of letters are ignored. Particles belong to the next word: `el fas` finds `El Fassi` and `Elfassi`. */
    name?: string | undefined
    /** Only patients with this telephone number. For administrators, the front desk and patients, with the scope `users:read`, which reads contact data; others get 403. */
    phone?: string | undefined
    /** Only patients with this national id, in any case and with or without spaces. */
    nationalId?: string | undefined
    /** Only patients born on this day. */
    birthDate?: string | undefined
    /** Returns only patients with this consent and an enabled account. `MARKETING` returns the audience of campaigns. */
    consent?: ConsentName | undefined
  }, options?: Options): Pages<Patient> {
    return this.#http.pages('GET', '/api/patients', { query, options }, 'patients')
  }

  /**
   * Send a patient the code to claim their account.
   *
   * For the front desk, an administrator, or the doctor or dentist who registered the patient. The code goes to the address on file, is valid for 24 hours and 5 tries, and replaces an earlier code. An address gets at most 3 codes in an hour and 10 in a day; further calls get 429.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The patient has an account, has no such address, or has an unverified guardian (details.unverifiedGuardianships); or the caller was the last user to change an address of the patient.
   */
  sendClaimCode(id: string, body: ClaimCodeRequest, options?: Options): Call<SendClaimCodeAnswer> {
    return this.#http.send('POST', '/api/patients/{id}/claim-codes', { path: [id], body, options, keyed: true })
  }

  /**
   * Read a patient.
   *
   * Administrators and the front desk see every patient. Doctors and dentists see the patients whom they treat (`GET /api/patients/{id}/relationships`). Patients see themselves. Professionals see no patients until they are verified.
   *
   * Scope: `patients:read`.
   */
  get(id: string, options?: Options): Call<PatientFile> {
    return this.#http.send('GET', '/api/patients/{id}', { path: [id], options }, 'patient')
  }

  /**
   * List patients who may be the same person.
   *
   * Returns pairs of records with the same national id, or with the same name and birth date. Case, accents and spaces are ignored. The most recently registered first.
   *
   * Scope: `patients:read`.
   */
  listDuplicates(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<DuplicatePair> {
    return this.#http.pages('GET', '/api/patients/duplicates', { query, options }, 'duplicates')
  }

  /**
   * Preview a merge of two patients.
   *
   * Changes nothing. Show the preview to the administrator before the merge, because a merge cannot be undone.
   *
   * Scope: `patients:read`.
   *
   * @throws {Conflict} Both ids belong to the same record.
   */
  previewMerge(id: string, otherId: string, options?: Options): Call<MergePreview> {
    return this.#http.send('GET', '/api/patients/{id}/merge-preview/{otherId}', { path: [id, otherId], options }, 'preview')
  }

  /**
   * Merge another record of the same person into a patient.
   *
   * Moves all data of the other record to this one, in one transaction. From then on, every operation accepts the id of the other record for this one. Signed documents stay as they were signed. A merge cannot be undone: call `GET /api/patients/{id}/merge-preview/{otherId}` first. Missing values (phone, e-mail, identity fields) are taken from the other record, except that an attested identity takes no value that is not attested. Of two answers about a consent, the later one is in force. Access that a professional has only because they registered one record, and access that was opened with a reason, ends unless it covered both records.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} Identity fields differ and identityOf is absent; the other record has a login and loginOf is absent; the owner of the login that stays has not proved that the record without a login is theirs (details.unproved); one of the patients is in a consultation; a guardianship must be verified first; both identities are disputed; one of the records was merged in the meantime; or both ids belong to the same record.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<PatientMerge> {
    return this.#http.pages('GET', '/api/patients/{id}/merges', { path: [id], query, options }, 'merges')
  }

  /**
   * Open the file of a patient in an emergency.
   *
   * For a verified doctor or dentist without a care relationship. Access lasts 24 hours. The patient and the administrators get a message, and the audit log and the patient's relationships show the access. While access is in force, a repeated call returns the same answer and sends no message.
   *
   * Scope: `patients:write`.
   */
  openInEmergency(id: string, body: OpenInEmergency, options?: Options): Call<EmergencyAccess> {
    return this.#http.send('POST', '/api/patients/{id}/emergency-access', { path: [id], body, options, keyed: true }, 'emergencyAccess')
  }

  /**
   * Open the clinical content of a patient as an administrator.
   *
   * Gives access for 24 hours to conditions, notes of appointments, lab orders and results, reasons of follow-ups and certificates, and lets the administrator observe consultations. The patient and the other administrators get a message, and the audit log and the patient's relationships show the access. The patient can end it. While access is in force, a repeated call returns the same answer and sends no message.
   *
   * Scope: `patients:write`.
   */
  openAsAdministrator(id: string, body: OpenAsAdministrator, options?: Options): Call<AdministrativeAccess> {
    return this.#http.send('POST', '/api/patients/{id}/administrative-access', { path: [id], body, options, keyed: true }, 'administrativeAccess')
  }

  /**
   * List the guardians of a patient.
   *
   * For the patient, their guardians, administrators and the front desk. Includes ended guardianships. Newest first.
   *
   * Scope: `patients:read`.
   */
  listGuardians(id: string, query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Includes ended guardianships. Newest first.
   *
   * Scope: `patients:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    guardianId?: string | undefined
    dependantId?: string | undefined
  }, options?: Options): Pages<Guardianship> {
    return this.#http.pages('GET', '/api/guardianships', { query, options }, 'guardianships')
  }

  /**
   * Record a guardianship.
   *
   * Call it after the organisation has seen the papers. The guardianship lasts until the dependant is 18 years old; for a carer, until it is ended. A guardian does not act for the dependants of a dependant. A guardian has at most 10 dependants.
   *
   * Scope: `patients:write`.
   *
   * @throws {Conflict} The guardian already acts for the dependant (details.guardianship.id), or has too many dependants (details.limit).
   */
  state(body: StateGuardianship, options?: Options): Call<Guardianship> {
    return this.#http.send('POST', '/api/guardianships', { body, options, keyed: true }, 'guardianship')
  }

  /**
   * Request a guardianship for a patient who has a record.
   *
   * Sends the patient a code, with the name of the caller. The caller asks the patient for the code and sends it to `POST /api/guardianships/confirm` within 24 hours. The code is sent only if the patient has an account and has confirmed the address themselves, the caller does not have the same address, and the staff has not changed an address of the patient in the last seven days. If the patient or the organisation has ended a guardianship of the two, only the organisation can record the next one. The answer does not reveal whether the patient or the address exists.
   *
   * Scope: `patients:write`.
   */
  request(body: AskForGuardianship, options?: Options): Call<void> {
    return this.#http.send('POST', '/api/guardianships/requests', { body, options, keyed: true }, null)
  }

  /**
   * Confirm a guardianship with the code of the patient.
   *
   * For the caller who requested the code. A code allows five tries. The guardianship counts as verified, by the dependant.
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
   * Call it after the organisation has seen the papers. Verifying again changes nothing.
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
   * For the guardian, the dependant, an administrator or the front desk. Within a second, the former guardian can no longer act for the dependant, is removed from the rooms of their appointments, and receives no more of their events.
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
   * Returns the platform’s templates in every channel and language, and the organisation’s texts, which replace them or have their own codes. Available to staff. Ordered by code, channel and language.
   *
   * Scope: `notifications:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    code?: string | undefined
    channel?: readonly Channel[] | undefined
    language?: readonly Language[] | undefined
    /** true: only texts that the organisation wrote. false: only texts of the platform. */
    own?: boolean | undefined
  }, options?: Options): Pages<Template> {
    return this.#http.pages('GET', '/api/notification-templates', { query, options }, 'templates')
  }

  /**
   * Read a template with its text.
   *
   * Returns the organisation’s text, or else the platform’s.
   *
   * Scope: `notifications:read`.
   */
  get(code: string, channel: string, language: string, options?: Options): Call<WholeTemplate> {
    return this.#http.send('GET', '/api/notification-templates/{code}/{channel}/{language}', { path: [code, channel, language], options }, 'template')
  }

  /**
   * Write a template.
   *
   * Replaces the platform’s text, or creates a code of the organisation with its first text. Texts of codes that are not `sendable` cannot be replaced (422), because people rely on them. In a text, `{withName}` is a variable, `{lots, plural, one {# lot} other {# lots}}` depends on a count, and `[…]` is omitted if an optional variable in it is absent. The text must use every required variable. All texts of a code have the same variables and purpose, which may be omitted for an existing code. Queued messages already use the new text.
   *
   * Scope: `notifications:write`.
   *
   * @throws {Conflict} The code has other variables or another purpose (details.variables, details.purpose), or the organisation has the maximum number of codes.
   */
  write(code: string, channel: string, language: string, body: WriteTemplate, options?: UpdateOptions): Call<WholeTemplate> {
    return this.#http.send('PUT', '/api/notification-templates/{code}/{channel}/{language}', { path: [code, channel, language], body, options, keyed: true }, 'template')
  }

  /**
   * Delete a template.
   *
   * Restores the platform’s text, if there is one. Deleting the last text of a code of the organisation deletes the code.
   *
   * Scope: `notifications:write`.
   */
  delete(code: string, channel: string, language: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/notification-templates/{code}/{channel}/{language}', { path: [code, channel, language], options, keyed: true }, null)
  }

  /**
   * Preview a message.
   *
   * Renders the saved text of the template, or a `draft`, with the given variables. The draft must pass the checks of a text that is written. Nothing is saved or sent. Times are in ISO 8601.
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
   * Queues a message. Administrators can write to any user of the organisation, doctors and dentists to patients with whom they have appointments, pharmacies to patients who ordered from them. The message is sent by the requested channel, or by the recipient’s preferred one. If the recipient has no address for it, or sending fails permanently, the next permitted channel is used, in the order WhatsApp, SMS, e-mail. Opt-outs and quiet hours are respected. `GET /api/notifications/{id}` returns the status.
   *
   * Scope: `notifications:write`.
   */
  send(body: SendMessage, options?: Options): Call<SendMessageAnswer> {
    return this.#http.send('POST', '/api/notifications/send', { body, options, keyed: true })
  }

  /**
   * List messages.
   *
   * Administrators see all messages of the organisation, other users the messages sent to them. Messages with clinical content to a patient require access to the patient’s file. Newest first.
   *
   * Scope: `notifications:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Returns the template, the provider and the times of a message. The text is not stored.
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
   * Generates a PDF about a record that the caller may see. The token also needs the scope that reads the record: `prescriptions:read`, `invoices:read`, or `appointments:read` for certificates and attestations. A prescription must be signed; only the practitioner of the appointment can issue a certificate. A repeated request returns the same document with a new URL, or a new document if the first one was cancelled. With the same Idempotency-Key it returns the first response, with the old URL: to get a new URL, omit the key or read the document.
   *
   * Scope: `pdf:generate`.
   *
   * @throws {Conflict} The prescription is unsigned, altered or cancelled; the appointment did not take place; there is no signing certificate; or a certificate of the signature is revoked.
   */
  generate(body: GeneratePdf, options?: Options): Call<GeneratePdfAnswer> {
    return this.#http.send('POST', '/api/pdf/generate', { body, options, keyed: true })
  }

  /**
   * List documents.
   *
   * Patients see their own documents, doctors and dentists the documents that name them, pharmacies the documents of prescriptions that are ordered from them and whose order is neither cancelled nor rejected. Administrators see all documents of the tenant. Newest first.
   *
   * Scope: `documents:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Returns the document with a new URL of its file.
   *
   * Scope: `documents:read`.
   */
  get(id: string, options?: Options): Call<DocumentFile> {
    return this.#http.send('GET', '/api/documents/{id}', { path: [id], options }, 'document')
  }

  /**
   * Cancel a document by its status.
   *
   * Has the effect of `POST /api/documents/{id}/cancel`. The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.
   *
   * Scope: `documents:write`.
   */
  update(id: string, body: UpdateDocument, options?: Options): Call<Document> {
    return this.#http.send('PUT', '/api/documents/{id}', { path: [id], body, options, keyed: true }, 'document')
  }

  /**
   * Cancel a document.
   *
   * The practitioner of the document and administrators can cancel it. Verification then reports it as cancelled. The prescription, invoice or appointment stays unchanged. Cancelling again changes nothing.
   *
   * Scope: `documents:write`.
   */
  cancel(id: string, body?: CancelDocument, options?: Options): Call<Document> {
    return this.#http.send('POST', '/api/documents/{id}/cancel', { path: [id], body, options, keyed: true }, 'document')
  }

  /**
   * Verify a document.
   *
   * Reports whether a document is genuine, and its current state. The QR code of the document contains this URL. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.
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
   * Administrators see all certificates of the organisation; doctors and dentists see their own and the organisation’s. Newest first.
   *
   * Scope: `documents:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    status?: readonly SigningCertificateStatus[] | undefined
  }, options?: Options): Pages<SigningCertificate> {
    return this.#http.pages('GET', '/api/signing-certificates', { query, options }, 'signingCertificates')
  }

  /**
   * Replace a signing certificate.
   *
   * Documents are signed with the certificate of their doctor or dentist, or else with the organisation’s. The previous certificate is retired: its private key is destroyed, and its signatures stay valid.
   *
   * Scope: `documents:write`.
   */
  replace(body: ReplaceSigningCertificate, options?: Options): Call<SigningCertificateWithChain> {
    return this.#http.send('POST', '/api/signing-certificates', { body, options, keyed: true }, 'signingCertificate')
  }

  /**
   * Read a signing certificate.
   *
   * Includes the certificate chain, with which signatures can be verified.
   *
   * Scope: `documents:read`.
   */
  get(id: string, options?: Options): Call<SigningCertificateWithChain> {
    return this.#http.send('GET', '/api/signing-certificates/{id}', { path: [id], options }, 'signingCertificate')
  }

  /**
   * Retire a signing certificate.
   *
   * The certificate no longer signs documents, and its private key is destroyed. Its signatures stay valid. Retiring again changes nothing.
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
   * All users of the organisation can read it. Until a letterhead is set, only `name` has a value: the organisation’s name.
   *
   * Scope: `documents:read`.
   */
  get(options?: Options): Call<Letterhead> {
    return this.#http.send('GET', '/api/letterhead', { options }, 'letterhead')
  }

  /**
   * Update the letterhead.
   *
   * Absent fields stay unchanged; null clears a field. Existing documents stay unchanged. Prescriptions are printed with the letterhead at the time of their signature.
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
   * A recipient can be enrolled in a campaign only once, even after the enrolment has ended. A patient needs a valid consent to MARKETING. A lead needs `marketingConsent: true` in the metadata of the form, or `consentSource`. `refused` contains the recipients who may not be written to, with the reason; the others are enrolled.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Returns the state of the enrolment, when its next step is due, and why it was stopped.
   *
   * Scope: `campaigns:read`.
   */
  get(id: string, options?: Options): Call<CampaignEnrolment> {
    return this.#http.send('GET', '/api/campaigns/enrolments/{id}', { path: [id], options }, 'enrolment')
  }

  /**
   * Stop an enrolment.
   *
   * Stops an enrolment permanently: no further steps are sent. Stopping again changes nothing.
   *
   * Scope: `campaigns:write`.
   *
   * @throws {Conflict} All steps have been sent: details.state.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    enabled?: boolean | undefined
  }, options?: Options): Pages<Campaign> {
    return this.#http.pages('GET', '/api/campaigns', { query, options }, 'campaigns')
  }

  /**
   * Create a campaign.
   *
   * Creates a sequence of messages with delays between them. Its texts are templates of the organisation.
   *
   * Scope: `campaigns:write`.
   */
  create(body: CreateCampaign, options?: Options): Call<CampaignWithCounts> {
    return this.#http.send('POST', '/api/campaigns', { body, options, keyed: true }, 'campaign')
  }

  /**
   * Read a campaign.
   *
   * Returns the steps of the campaign, and the number of enrolments in each state.
   *
   * Scope: `campaigns:read`.
   */
  get(id: string, options?: Options): Call<CampaignWithCounts> {
    return this.#http.send('GET', '/api/campaigns/{id}', { path: [id], options }, 'campaign')
  }

  /**
   * Change, pause or resume a campaign.
   *
   * Absent fields stay unchanged. `steps` replaces all steps: a step with the `number` or the content of an existing step remains that step; other steps are new. Enrolments continue after the last sent step, and never get a step twice. Disabling pauses the campaign: its delays continue when it is enabled again.
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
   * Stores a submitted form of the marketing site. A name, the source, and an e-mail address or a telephone number are required. A person who sends the same form again within 24 hours gets the same `leadId`. Add a field `website` to the form and hide it from people: submissions that fill it are treated as spam and are not stored. Browsers can call this operation from the origins in `MARKETING_ORIGINS`.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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
   * Returns the deliveries to all webhooks of the organisation for administrators, and to the webhooks of their own client for other users. Newest event first, paged like the deliveries to one webhook.
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
   * Includes the requests of the delivery, oldest first. Read the body that was sent at `/api/events/{id}`.
   *
   * Scope: `webhooks:manage`.
   */
  get(id: string, options?: Options): Call<DeliveryDetails> {
    return this.#http.send('GET', '/api/webhooks/deliveries/{id}', { path: [id], options }, 'delivery')
  }

  /**
   * Resend a delivery.
   *
   * Sends a waiting delivery now. For a finished delivery, adds a new delivery with the same event id and bytes. Can be repeated.
   *
   * Scope: `webhooks:manage`.
   *
   * @throws {Conflict} The delivery is being sent, the webhook is disabled, or the event has been resent too often.
   */
  resend(id: string, options?: Options): Call<Delivery> {
    return this.#http.send('POST', '/api/webhooks/deliveries/{id}/resend', { path: [id], options, keyed: true }, 'delivery')
  }

  /**
   * Count requests to webhooks by hour or day.
   *
   * Counts requests of all webhooks that `GET /api/webhooks/deliveries` covers, including retries. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent; null without requests. Every hour or day of the range is listed, in order. At most 92 days by day, and 7 by hour.
   *
   * Scope: `webhooks:manage`.
   */
  getStatistics(query?: {
    /** The first day, in Moroccan time. By default, the report has 7 days. */
    from?: string | undefined
    /** The last day. By default today. */
    to?: string | undefined
    /** The length of a period. */
    by?: 'hour' | 'day' | undefined
    /** Requests to this webhook. */
    webhookId?: string | undefined
  }, options?: Options): Call<PeriodOfDeliveries[]> {
    return this.#http.send('GET', '/api/webhooks/deliveries/statistics', { query, options }, 'periods')
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
   * Administrators see all webhooks of the organisation. Other users see the webhooks of their own client. Newest first.
   *
   * Scope: `webhooks:manage`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Webhook> {
    return this.#http.pages('GET', '/api/webhooks', { query, options }, 'webhooks')
  }

  /**
   * Register a webhook.
   *
   * From now on, events that the client may read are posted to the URL, signed with the secret. The secret is returned only in this response. An administrator may register a webhook for another client of the organisation.
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
   * Does not return the secret, which was shown once.
   *
   * Scope: `webhooks:manage`.
   */
  get(id: string, options?: Options): Call<Webhook> {
    return this.#http.send('GET', '/api/webhooks/{id}', { path: [id], options }, 'webhook')
  }

  /**
   * Update a webhook.
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
   * Cancels waiting deliveries and a running recovery.
   *
   * Scope: `webhooks:manage`.
   */
  delete(id: string, options?: UpdateOptions): Call<void> {
    return this.#http.send('DELETE', '/api/webhooks/{id}', { path: [id], options, keyed: true }, null)
  }

  /**
   * Enable a webhook.
   *
   * Enables a webhook, whatever the reason for which it was disabled. Held deliveries are sent after new events. Has no effect on an enabled webhook.
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
   * During the grace period, `X-MC-Signature` uses the current secret and `X-MC-Signature-Next` the new one. Then the new secret takes over, and for the same period `X-MC-Signature-Previous` uses the old one. `webhook-signature` lists all signatures.
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
   * Sends an event with fictitious data to this webhook only. It is signed and delivered like any other event, with the header `X-MC-Test: true`. The webhook need not be subscribed to the kind.
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
   * Newest event first. With a filter by kind or time, a page with fewer than `pageSize` entries is not necessarily the last: continue with `nextCursor` until it is null.
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
   * Resends each event of the period whose last delivery to this webhook FAILED, gradually and after new events. The period may be at most 14 days long. Events that the webhook’s client may no longer read are skipped.
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
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
  }, options?: Options): Pages<Recovery> {
    return this.#http.pages('GET', '/api/webhooks/{id}/recoveries', { path: [id], query, options }, 'recoveries')
  }

  /**
   * Read the delivery statistics of a webhook.
   *
   * Counts requests, including retries, in whole minutes. `p50Ms` and `p99Ms` are percentiles of the durations, accurate to four per cent. Waiting deliveries and the health of the webhook are current values.
   *
   * Scope: `webhooks:manage`.
   */
  getStatistics(id: string, query?: {
    /** How many hours to include, up to now. */
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
   * Returns the events that the caller may read: their kind requires a scope that the token holds, and they concern the caller's user (administrators see all users' events).
   *
   * By default the list is newest first; page with `cursor`. With `after` it is oldest first, to read all events and then poll for more. Start with `after=start` or the id of the last event you have, and continue with the `nextCursor` of each response, which is always present, even on empty pages. No event is skipped: an event appears once all earlier events are committed. A page with fewer than `pageSize` entries is not necessarily the last.
   *
   * With `wait`, a call that finds no event waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most 5 calls of a client can wait at a time; a further call gets 429 with `Retry-After`. A call may return an empty page early, for example when its server stops: call again.
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
   * Returns the requests of the last 7 days with their status and invalid fields, but without bodies, values and personal data. Refused requests (401, 429, malformed) are included if their client is known. A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included.
   *
   * By default the list is newest first; page with `cursor`. With `after` it is oldest first, to follow the log. Start with `after=start`, and continue with the `nextCursor` of each response, which is always present. Requests appear after 5 seconds, and none is skipped.
   *
   * With `wait`, a call that finds no request waits until one appears, and returns an empty page if none appears in time. It counts once against the rate limit. At most 5 calls of a client can wait at a time, for requests or events; a further call gets 429 with `Retry-After`.
   *
   * An entry is written about a second after the answer; a crash of a server may lose the entries of that second. Successful calls of this operation are not listed.
   */
  list(query?: {
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. */
    cursor?: string | undefined
    /** Oldest first, after this position: `start`, the id of a request, or a `nextCursor`. */
    after?: string | undefined
    /** Seconds to wait for a request if there is none. Only with `after`. */
    wait?: number | undefined
    clientId?: string | undefined
    /** A status such as 404, or a class such as 4xx. */
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
   * Returns the plan, its limits and how much of them clients use, with requests and errors by hour. A client reads its own requests. An administrator with the scope `clients:manage` reads the requests of every client of the organisation. Requests of browsers are not included. Times are real times, even if the test clock runs ahead.
   */
  get(query?: {
    /** The period to return. */
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
   * Administrators only. Returns every read and write of patient data and every refusal in the organisation, newest first. Use `patientId` to see who accessed a patient's file. A search that examines too many entries is refused with 422: narrow `from` and `to`. Entries of recalls reveal a long-term condition, so they name the patient, and are found by patient, only if you have opened that patient's file. Reading this list adds an entry.
   *
   * Scope: `audit:read`.
   */
  list(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
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

  /**
   * Verify the chain of the audit log.
   *
   * Administrators only. Each call verifies the next ten seals, at most about 10,000 entries: that no seal and no sealed entry was changed or removed. Call again with `cursor` until `nextCursor` is null. Entries that are in no seal and recorded heads are checked by the operator’s command `npm run verify-audit`. Each call adds an entry.
   *
   * Scope: `audit:read`.
   */
  verify(query?: {
    /** The `nextCursor` of the previous page. */
    cursor?: string | undefined
    /** Entries before this time may be missing, because the operator dropped them. */
    keptSince?: string | Date | undefined
  }, options?: Options): Call<AuditVerification> {
    return this.#http.send('GET', '/api/audit/verification', { query, options }, 'verification')
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
   * The sandbox stores messages instead of sending them. Returns each message as it would be sent, once for each channel that was tried. Administrators see all messages of the organisation, other users the messages sent to them. Newest first. Only in the sandbox; 404 in production.
   *
   * Scope: `notifications:read`.
   */
  listMessages(query?: {
    /** Page number. */
    page?: number | undefined
    /** Records per page. */
    pageSize?: number | undefined
    /** The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`. */
    cursor?: string | undefined
    recipientUserId?: string | undefined
    channel?: Channel | undefined
    /** The id of a related record, for example an appointment. */
    about?: string | undefined
  }, options?: Options): Pages<KeptMessage> {
    return this.#http.pages('GET', '/api/sandbox/messages', { query, options }, 'messages')
  }

  /**
   * Reset the sandbox.
   *
   * Resets the organisation of the token to its seed data in one transaction. Appointments, prescriptions, payments and messages are deleted, rooms are closed, and the test clock returns to real time. Users, clients with their tokens, and webhooks are kept. Any token may call it. The seeded organisations are also reset every Sunday at 00:00 UTC. Not available in production.
   */
  reset(options?: Options): Call<string> {
    return this.#http.send('POST', '/api/sandbox/reset', { options, keyed: true }, 'resetAt')
  }

  /**
   * Read the test clock.
   *
   * Returns the current time of the sandbox. Not available in production.
   */
  getClock(options?: Options): Call<string> {
    return this.#http.send('GET', '/api/sandbox/clock', { options }, 'now')
  }

  /**
   * Move the test clock forward.
   *
   * Moves the clock by a number of seconds or to a given time, for every organisation of the installation. Before the response, the scheduled jobs of the skipped time run in order, and their messages and webhooks are sent.
   *
   * A week takes seconds, a year a minute or two. One call runs for at most 20 seconds. If it does not reach its goal by then, `goal` is later than `now`: obtain a new token and call again with `{"now": goal}`. The goal may be at most ten years ahead of real time.
   *
   * Only one call moves the clock at a time; overlapping calls add up. A call that waits for another call for more than 10 seconds gets 503 with `Retry-After` and moves nothing. A reset returns the clock to real time. Not available in production.
   *
   * @throws {Conflict} The clock is already at a later time (details.now), or the sandbox was reset meanwhile.
   */
  moveClock(body: MoveClock, options?: Options): Call<MoveClockAnswer> {
    return this.#http.send('POST', '/api/sandbox/clock', { body, options, keyed: true })
  }

  /**
   * Trigger an event.
   *
   * Performs the actions that cause an event of this kind, with a fictitious doctor and patient of the organisation and new records. For example, it books and cancels an appointment, signs a prescription, publishes a critical lab result, or pays and refunds an invoice. Webhooks and messages are sent as usual. Returns all events that were recorded, in order: `appointment.cancelled` is preceded by `appointment.created`. An organisation without a doctor or patient gets fictitious ones. The call can be repeated. Not available in production.
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
   * Check whether a proxy should send requests to this server.
   *
   * Succeeds while the server accepts requests and the database accepts writes. Fails with `draining` before a stop, with `DRAIN_SEC`. Also answers during maintenance. Not rate limited.
   */
  getReadiness(options?: Options): Call<string> {
    return this.#http.send('GET', '/api/ready', { options, open: true }, 'timestamp')
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
  readonly series: SeriesApi
  readonly video: VideoApi
  readonly prescriptions: PrescriptionsApi
  readonly signingKeys: SigningKeysApi
  readonly orders: OrdersApi
  readonly labOrders: LabOrdersApi
  readonly stock: StockApi
  readonly services: ServicesApi
  readonly places: PlacesApi
  readonly visitTypes: VisitTypesApi
  readonly slots: SlotsApi
  readonly holds: HoldsApi
  readonly bookingPolicy: BookingPolicyApi
  readonly waitlist: WaitlistApi
  readonly holidays: HolidaysApi
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
    this.series = new SeriesApi(http)
    this.video = new VideoApi(http)
    this.prescriptions = new PrescriptionsApi(http)
    this.signingKeys = new SigningKeysApi(http)
    this.orders = new OrdersApi(http)
    this.labOrders = new LabOrdersApi(http)
    this.stock = new StockApi(http)
    this.services = new ServicesApi(http)
    this.places = new PlacesApi(http)
    this.visitTypes = new VisitTypesApi(http)
    this.slots = new SlotsApi(http)
    this.holds = new HoldsApi(http)
    this.bookingPolicy = new BookingPolicyApi(http)
    this.waitlist = new WaitlistApi(http)
    this.holidays = new HolidaysApi(http)
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
