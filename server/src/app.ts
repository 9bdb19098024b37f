import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config, Secrets } from './config.ts'
import { cronRoutes } from './cron.ts'
import { endpoints } from './endpoints.ts'
import { unavailable } from './errors.ts'
import { appointmentRoutes } from './features/care/appointments/routes.ts'
import { seriesRoutes } from './features/care/appointments/series/routes.ts'
import { conditionRoutes } from './features/care/conditions/routes.ts'
import { followUpRoutes } from './features/care/follow-ups/routes.ts'
import { holidayRoutes } from './features/care/holidays/routes.ts'
import { labOrderFileRoutes } from './features/care/lab-orders/file-routes.ts'
import { patientsOfLabFile } from './features/care/lab-orders/patients-of-file.ts'
import { labOrderRoutes } from './features/care/lab-orders/routes.ts'
import { withdraw as withdrawOrders } from './features/care/orders/actions.ts'
import { orderRoutes } from './features/care/orders/routes.ts'
import { prescriptionRoutes } from './features/care/prescriptions/routes.ts'
import { stockRoutes } from './features/care/stock/routes.ts'
import { controlRoutes } from './features/care/video/control-routes.ts'
import { patientsOfVisitFile } from './features/care/video/files/patients-of-file.ts'
import { roomFileRoutes } from './features/care/video/files/room-routes.ts'
import { visitFileRoutes } from './features/care/video/files/routes.ts'
import { guestTokenRoute } from './features/care/video/guest-token.ts'
import { joinPages } from './features/care/video/join-links/pages.ts'
import { joinLinkRoutes } from './features/care/video/join-links/routes.ts'
import { linkTokenRoutes } from './features/care/video/join-links/token-route.ts'
import { roomPages } from './features/care/video/pages.ts'
import { videoRoutes } from './features/care/video/routes.ts'
import { visitRoutes } from './features/care/video/visit-routes.ts'
import { patientsOfDocument } from './features/documents/documents/patients-of-file.ts'
import { documentRoutes } from './features/documents/documents/routes.ts'
import { verificationPages } from './features/documents/documents/verification/pages.ts'
import { letterheadRoutes } from './features/documents/letterhead/routes.ts'
import { signingCertificateRoutes } from './features/documents/signing-certificates/routes.ts'
import { campaignRoutes } from './features/messaging/campaigns/routes.ts'
import { leadRoutes } from './features/messaging/leads/routes.ts'
import { callbackRoutes } from './features/messaging/notifications/callbacks.ts'
import { notificationRoutes } from './features/messaging/notifications/routes.ts'
import { templateRoutes } from './features/messaging/templates/routes.ts'
import { invoiceRoutes } from './features/money/invoices/routes.ts'
import { serviceRoutes } from './features/money/services/routes.ts'
import { bookingPages } from './features/people/account-pages/booking/pages.ts'
import { accountPages } from './features/people/account-pages/routes.ts'
import { visitPages } from './features/people/account-pages/visits/pages.ts'
import { ownOperationRoutes } from './features/people/accounts/own-operations.ts'
import { passwordRoutes } from './features/people/accounts/password-routes.ts'
import { accountRoutes } from './features/people/accounts/routes.ts'
import { contactRoutes } from './features/people/contacts/routes.ts'
import { doctorRoutes } from './features/people/doctors/routes.ts'
import { guardianRoutes } from './features/people/guardians/routes.ts'
import { invitationPages } from './features/people/invitations/pages.ts'
import { invitationRoutes } from './features/people/invitations/routes.ts'
import { membershipRoutes } from './features/people/memberships/routes.ts'
import { mergingRoutes } from './features/people/merging/routes.ts'
import { passwordResetRoutes } from './features/people/password-resets/routes.ts'
import { patientRoutes } from './features/people/patients/routes.ts'
import { registrationRoutes } from './features/people/registrations/routes.ts'
import { relationshipRoutes } from './features/people/relationships/routes.ts'
import { reviewRoutes } from './features/people/reviews/routes.ts'
import { accessRequestRoutes } from './features/platform/access-requests/routes.ts'
import { auditRoutes } from './features/platform/audit/routes.ts'
import { clientRoutes } from './features/platform/clients/routes.ts'
import { consolePages } from './features/platform/console/pages.ts'
import { credentialLinkPages } from './features/platform/credential-links/pages.ts'
import { credentialLinkRoutes } from './features/platform/credential-links/routes.ts'
import { eventRoutes } from './features/platform/events/routes.ts'
import { requestRoutes } from './features/platform/requests/routes.ts'
import { sandboxRoutes } from './features/platform/sandbox/routes.ts'
import { secondFactorRoutes } from './features/platform/second-factors/routes.ts'
import { signInRoutes } from './features/platform/sign-in/routes.ts'
import { sessionRoutes } from './features/platform/sign-in/session-routes.ts'
import { tokenRoutes } from './features/platform/tokens/routes.ts'
import { webhookRoutes } from './features/platform/webhooks/routes.ts'
import { holdRoutes } from './features/scheduling/holds/routes.ts'
import { rewriteDaysSoon } from './features/scheduling/opening/actions.ts'
import { openingRoutes } from './features/scheduling/opening/routes.ts'
import { placeRoutes } from './features/scheduling/places/routes.ts'
import { bookingPolicyRoutes } from './features/scheduling/policy/routes.ts'
import { slotRoutes } from './features/scheduling/slots/routes.ts'
import { visitTypeRoutes } from './features/scheduling/visit-types/routes.ts'
import { waitlistRoutes } from './features/scheduling/waitlist/routes.ts'
import { setAddressLimitHeaders } from './http/authenticate.ts'
import { acceptJson, PUBLIC_BODY_LIMIT } from './http/body.ts'
import { namesIn } from './http/contract-names.ts'
import { allowOrigins, answerPreflights } from './http/cors.ts'
import { documentation } from './http/documentation.ts'
import { fileRoutes, type PatientsOfFile } from './http/files.ts'
import { healthRoutes } from './http/health.ts'
import { lazySerializers } from './http/lazy-serializers.ts'
import { loggedRequest } from './http/logged-request.ts'
import { mount } from './http/mount.ts'
import type { Implementation, On, OnExternalEffect, OnPublic, Operation, Routes } from './http/operation.ts'
import { sendNotFound, wantsPage } from './http/pages/not-found.ts'
import { frameAssets } from './http/pages/style.ts'
import { trustedProxy } from './http/proxies.ts'
import { securityTxt } from './http/security-txt.ts'
import { answerUnknownRoutes, answerUnreadable, sendError } from './http/send-error.ts'
import type { Services } from './http/services.ts'
import { Stopping } from './http/stopping.ts'
import { traceRequests } from './http/tracing.ts'
import { internalHooks } from './internal.ts'
import { newId } from './lib/ids.ts'
import { offersWebSocket } from './lib/websocket.ts'
import { variableNames } from './messages/catalog.ts'

/** The operations of the API by feature. */
export const features: Routes[] = [
  accessRequestRoutes,
  clientRoutes,
  credentialLinkRoutes,
  accountRoutes,
  ownOperationRoutes((mode) => operationsIn(mode).map(({ operation }) => operation)),
  passwordRoutes,
  sessionRoutes,
  secondFactorRoutes,
  membershipRoutes,
  invitationRoutes,
  contactRoutes,
  registrationRoutes,
  passwordResetRoutes,
  doctorRoutes,
  appointmentRoutes,
  seriesRoutes,
  prescriptionRoutes(withdrawOrders),
  documentRoutes,
  signingCertificateRoutes,
  orderRoutes,
  labOrderRoutes,
  labOrderFileRoutes,
  invoiceRoutes,
  stockRoutes,
  serviceRoutes,
  placeRoutes,
  visitTypeRoutes,
  openingRoutes,
  slotRoutes,
  holdRoutes,
  bookingPolicyRoutes,
  waitlistRoutes,
  videoRoutes,
  joinLinkRoutes,
  visitFileRoutes,
  leadRoutes,
  reviewRoutes,
  followUpRoutes,
  patientRoutes,
  mergingRoutes,
  relationshipRoutes,
  guardianRoutes,
  templateRoutes,
  conditionRoutes,
  holidayRoutes(rewriteDaysSoon),
  notificationRoutes,
  letterheadRoutes,
  campaignRoutes,
  webhookRoutes,
  eventRoutes,
  auditRoutes,
  requestRoutes,
  sandboxRoutes,
]

/** Every operation with its handler. */
export function allOperations(): Implementation[] {
  const all: Implementation[] = []
  const on: On = (operation, handler, prepare) => all.push({ operation, handler, ...(prepare && { prepare }) })
  const onPublic: OnPublic = (operation, publicHandler, prepare) =>
    all.push({ operation, publicHandler, ...(prepare && { prepare }) })
  const onExternalEffect: OnExternalEffect = (operation, externalEffect) => all.push({ operation, externalEffect })
  for (const feature of features) feature(on, onPublic, onExternalEffect)
  return all
}

/** Routes under /api/sandbox exist only in a sandbox. */
const existsIn = (mode: Config['mode'], { path }: Operation): boolean =>
  mode === 'sandbox' || !path.startsWith('/api/sandbox/')

const operationsIn = (mode: Config['mode']): Implementation[] =>
  allOperations().filter(({ operation }) => existsIn(mode, operation))

/** The HTTP application: hooks for all requests, in order, then the routes of each feature. */
export async function buildApp(services: Services, secrets: Secrets): Promise<FastifyInstance> {
  const { config, log } = services
  const setCommonHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers({
      'X-Request-Id': request.id,
      'X-API-Version': '1',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store', // overridden for public answers
      ...(config.mode === 'production' ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
    })
  const implementations = operationsIn(config.mode)
  const operations = implementations.map(({ operation }) => operation)
  const names = namesIn([...operations, ...endpoints]).union(new Set(variableNames))
  const stopping = new Stopping()
  const app = Fastify({
    loggerInstance: log,
    childLoggerFactory: (logger) => logger, // a child logger for each request is too expensive
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    trustProxy: trustedProxy(config.trustedProxies),
    rewriteUrl: (request) => request.url!.replace(/^\/api\/v1(?=\/)/, '/api'),
    bodyLimit: PUBLIC_BODY_LIMIT, // overridden by routes
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000, // longer than the idle timeout of common proxies, which would otherwise meet closed connections
    http: { headersTimeout: 10_000, shouldUpgradeCallback: offersWebSocket, ServerResponse: stopping.Response },
    forceCloseConnections: 'idle',
    // No hooks run for a path that the router cannot parse.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply)
      const answer = () => sendError(error, request, reply)
      setAddressLimitHeaders(services, request, reply).then(answer, answer)
    },
    clientErrorHandler: answerUnreadable,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    return503OnClosing: false, // what arrives during a stop is still answered
  })
  acceptJson(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  allowOrigins(app, config.marketingOrigins) // before anything that may refuse: pages must be able to read errors
  if (services.tracer) traceRequests(app, services.tracer)
  app.addHook('preClose', async () => services.arrivals.stop()) // waiting calls are answered at once
  app.addHook('preClose', () => stopping.begin(app.server as Server))
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply)
    if (!config.maintenance || isProbe(request.routeOptions.url)) return
    await setAddressLimitHeaders(services, request, reply)
    throw unavailable('The platform is under maintenance.', 60)
  })
  answerUnknownRoutes(app, services, { isWanted: wantsPage, send: sendNotFound }) // before the routes, so that it sees every one
  app.addHook('onResponse', async (request, reply) => {
    // Ids and outcomes only: a query may contain names.
    const { id: requestId, method, routeOptions, actor } = request
    const caller = actor && { tenantId: actor.tenantId, userId: actor.userId, clientId: actor.clientId }
    const outcome = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    const logged = loggedRequest(request, reply, names)
    if (logged) services.requestLog.note(logged)
    const { operation = routeOptions.url ?? 'unknown' } = routeOptions.config
    services.metrics?.noteRequest({ operation, status: reply.statusCode, ms: reply.elapsedTime })
    log.info({ requestId, method, route: routeOptions.url, ...outcome, ...caller }, 'answered')
  })

  healthRoutes(app, services)
  securityTxt(app, services)
  frameAssets(app, services)
  await app.register(async (scope) => tokenRoutes(scope, services))
  await app.register(async (scope) => signInRoutes(scope, services))
  await app.register(async (scope) => accountPages(scope, services))
  await app.register(async (scope) => credentialLinkPages(scope, services))
  await app.register(async (scope) => invitationPages(scope, services))
  await app.register(async (scope) => verificationPages(scope, services))
  await app.register(async (scope) => roomPages(scope, services))
  await app.register(async (scope) => joinPages(scope, services))
  await app.register(async (scope) => bookingPages(scope, services))
  await app.register(async (scope) => visitPages(scope, services))
  await app.register(async (scope) => consolePages(scope, services))
  await app.register(async (scope) => callbackRoutes(scope, services))
  await controlRoutes(app, services)
  visitRoutes(app, services)
  roomFileRoutes(app, services)
  await app.register(async (scope) => fileRoutes(scope, services, patientsOfFile(services)))
  for (const implementation of implementations) mount(app, services, implementation, implementations)
  answerPreflights(app, services, operations)
  guestTokenRoute(app, services)
  linkTokenRoutes(app, services)
  internalHooks(app, services, secrets.internal)
  cronRoutes(app, services, secrets.cron)
  documentation(app, services, operations, endpoints)

  app.addHook('preClose', () => services.video.close()) // open sockets would keep the server from closing
  services.video.attach(app.server as Server) // plain HTTP: TLS ends at the proxy
  return app
}

/** @param route of a request; undefined if there is none */
const isProbe = (route: string | undefined): boolean =>
  route === '/api/ready' || /^\/api\/health(\/|$)/.test(route ?? '')

/** The feature that owns a file, by the prefix of the id in its key. */
function patientsOfFile({ database }: Services): PatientsOfFile {
  const owners: Record<string, PatientsOfFile> = {
    lbf: patientsOfLabFile(database),
    vfl: patientsOfVisitFile(database),
  }
  const ofDocument = patientsOfDocument(database)
  return (tenantId, id) => (owners[id.slice(0, 3)] ?? ofDocument)(tenantId, id)
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : newId('req')
}
