import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Medina, MedinaError } from '../../clients/javascript/src/medina.ts'
import { SessionStore } from './session.ts'
import { waits } from './waits.ts'

export const sessions = new SessionStore()

/** The API as the person who is signed in. */
export const medina = new Medina({
  url: location.origin,
  issueToken: sessions.issueToken,
  hooks: {
    onRetry: ({ waitMs, status }) => waits.begin(status, waitMs),
    onAnswer: ({ status }) => {
      if (status < 500 && status !== 429) waits.end()
    },
  },
})

const CACHED_MS = 10_000

const note = (error: unknown) => {
  if (!(error instanceof MedinaError)) console.error(error) // a fault of this page
}

/** Answers that are shown. The client library has repeated what may be repeated before a query or mutation fails. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: note }),
  mutationCache: new MutationCache({ onError: note }),
  defaultOptions: {
    queries: { retry: false, staleTime: CACHED_MS },
    mutations: { retry: false },
  },
})
