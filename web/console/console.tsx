import { options } from 'preact'
import { createRoot } from 'preact/compat/client'
import { sessions } from './api.ts'
import { App } from './app.tsx'
import { speak } from './language.ts'
import { Failed } from './parts/failed.tsx'
import type { Words } from './words/en.ts'

// Effects run after the render, not after the next frame: a form sent by Enter right after its last letter would be sent
// without this letter (useMutation of TanStack Query takes the new values in an effect).
options.requestAnimationFrame = queueMicrotask

/** Opens the console in a language, or the page to sign in. */
export async function open(words: Words): Promise<void> {
  speak(words)
  const root = createRoot(document.getElementById('console')!)
  try {
    if (await sessions.open()) root.render(<App />)
    else location.replace(`/signin?${new URLSearchParams({ callbackUrl: location.pathname + location.search })}`)
  } catch (error) {
    root.render(
      <main className="alone">
        <Failed error={error} onRetry={() => location.reload()} />
      </main>,
    )
  }
}
