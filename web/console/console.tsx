import { options } from 'preact'
import { createRoot } from 'preact/compat/client'
import { sessions } from './api.ts'
import { App } from './app.tsx'
import { speak } from './language.ts'
import { Failed } from './parts/failed.tsx'
import type { Words } from './words/en.ts'

// Run effects after the render instead of after the next frame. Otherwise a form submitted by Enter right after its last
// letter lacks that letter, because useMutation of TanStack Query takes new values in an effect.
options.requestAnimationFrame = queueMicrotask

/** Opens the console in a language, or the sign-in page. */
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
