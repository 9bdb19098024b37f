import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Medina, MedinaError } from '../../clients/javascript/src/medina.ts'
import { SessionStore } from './session.ts'
import { waits } from './waits.ts'

export const sessions = new SessionStore()

/** Browsers limit the bodies of calls that outlive their page to 64 kB in total. */
const MAX_OUTLIVING = 10_000
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

/** The API client of the signed-in user. */
export const medina = new Medina({
  url: location.origin,
  issueToken: sessions.issueToken,
  // A change that is sent while the page is left must outlive it.
  fetch: (input, init) => {
    const isSmall = typeof init?.body === 'string' && init.body.length < MAX_OUTLIVING
    return fetch(input, { ...init, keepalive: isSmall && (isLeaving || document.hidden) })
  },
  hooks: {
    onRetry: ({ waitMs, status }) => waits.begin(status, waitMs),
    onAnswer: ({ status }) => {
      if (status < 500 && status !== 429) waits.end()
    },
  },
})

const CACHED_MS = 10_000

const note = (error: unknown) => {
  if (!(error instanceof MedinaError)) console.error(error) // an error of this page
}

/** The cache of responses. It does not retry, because the client library already does. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: note }),
  mutationCache: new MutationCache({ onError: note }),
  defaultOptions: {
    queries: { retry: false, staleTime: CACHED_MS },
    mutations: { retry: false },
  },
})
