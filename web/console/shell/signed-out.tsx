import { useSyncExternalStore } from 'react'
import { sessions } from '../api.ts'
import { words } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

/** The screen of a new tab after the user signed in there. */
export const SIGNED_IN = '/signed-in'

/** After the end of the session, asks the user to sign in again in another tab, so that this page keeps its input. */
export function SignedOut() {
  const { isSignedOut } = useSyncExternalStore(sessions.subscribe, sessions.state)
  const text = words().signedOut
  if (!isSignedOut) return null
  return (
    <Dialog title={text.title} canClose={false} onClose={() => {}}>
      <p>{text.text}</p>
      <div className="form-foot">
        <a className="button main" href={`/signin?callbackUrl=/console${SIGNED_IN}`} target="_blank" rel="noopener">
          {text.signIn}
        </a>
        <Button onClick={sessions.resume}>{text.again}</Button>
      </div>
    </Dialog>
  )
}
