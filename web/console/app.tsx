import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { queries } from './api.ts'
import { words } from './language.ts'
import { Anchor } from './parts/anchor.tsx'
import { Page } from './parts/page.tsx'
import { Loaded, Skeleton } from './parts/table.tsx'
import { usePermissions } from './permissions.ts'
import { screens } from './screens.ts'
import { Shell } from './shell/shell.tsx'
import { SIGNED_IN } from './shell/signed-out.tsx'

/** The console of the signed-in user. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router base="/console">
        <Permitted />
      </Router>
    </QueryClientProvider>
  )
}

function Permitted() {
  const permissions = usePermissions()
  return (
    <Loaded query={permissions}>
      {(operations) => {
        const own = screens.filter(({ needs }) => operations.has(needs))
        return (
          <Shell screens={own}>
            <Suspense fallback={<Skeleton />}>
              <Switch>
                {own.map(({ path, view: View }) => (
                  <Route key={path} path={path}>
                    <View />
                  </Route>
                ))}
                {own.map(
                  ({ path, record: Record }) =>
                    Record && (
                      <Route key={path} path={`${path}/:id`}>
                        {({ id }) => <Record key={id} id={decodeURIComponent(id!)} />}
                      </Route>
                    ),
                )}
                {own[0] && (
                  <Route path="/">
                    <Redirect to={own[0].path} replace />
                  </Route>
                )}
                <Route path={SIGNED_IN}>
                  <SignedIn />
                </Route>
                {screens.map(({ path }) => (
                  <Route key={path} path={`${path}/*?`}>
                    <NotFound isForbidden />
                  </Route>
                ))}
                <Route>
                  <NotFound isForbidden={own.length === 0} />
                </Route>
              </Switch>
            </Suspense>
          </Shell>
        )
      }}
    </Loaded>
  )
}

/** The screen in a new tab after the user signed in again. */
function SignedIn() {
  const text = words().signedOut
  return (
    <Page title={text.signedIn} lead={text.goBack}>
      {null}
    </Page>
  )
}

function NotFound({ isForbidden = false }: { isForbidden?: boolean }) {
  const text = words().notFound
  return (
    <Page title={isForbidden ? text.forbiddenTitle : text.title} lead={isForbidden ? text.forbidden : text.text}>
      <p>
        <Anchor href="/">{text.home}</Anchor>
      </p>
    </Page>
  )
}
