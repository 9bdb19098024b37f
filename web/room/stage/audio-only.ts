import type { Call, CallSnapshot } from '../call/call.ts'
import { button } from '../page/button.ts'
import { el, setHidden, setText } from '../page/dom.ts'
import { icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'

/** Video ends after a very weak connection for this time. */
const POOR_MS = 8000
/** After the user has turned video on again, it does not end by itself for this time. */
const RESPITE_MS = 60_000

/** A consultation without video, by choice, and by itself while the connection is too weak for it. */
export function audioOnly({ words, devices, announce }: Page, call: Call) {
  const texts = words.call.audioOnly
  let reason: 'weak' | 'chosen' | undefined
  let hadCamera = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  let respiteEnd = 0

  const text = el('p', {})
  const resume = button('video', texts.stop, () => end(hadCamera), { look: 'quiet' })
  const element = el('div', { class: 'banner', 'data-banner': 'audio-only' }, icon('mic'), text, resume)
  const choice = button('no-video', texts.start, () => begin('chosen'), { sign: 'mic' })

  function begin(why: 'weak' | 'chosen'): void {
    reason = why
    stopWaiting()
    hadCamera = devices.now.camera.isOn
    void devices.setOn('camera', false)
    devices.stopScreen()
    call.receiveVideo(false)
    announce(texts[why])
  }

  function end(withCamera: boolean): void {
    reason = undefined
    respiteEnd = performance.now() + RESPITE_MS
    call.receiveVideo(true)
    if (withCamera) void devices.setOn('camera', true)
  }

  function stopWaiting(): void {
    clearTimeout(waiting)
    waiting = undefined
  }

  /** Whether video is sent or received over a link that has been very weak in the last seconds. */
  function isOverloaded({ peers }: CallSnapshot): boolean {
    const { camera, screen } = devices.now
    const hasVideo =
      camera.track !== null || screen.track !== null || peers.some(({ state }) => state.cam || state.screen)
    return hasVideo && peers.some(({ link, quality }) => link === 'connected' && quality === 'poor')
  }

  return {
    element,
    choice,
    show(now: CallSnapshot) {
      // A camera or screen that the user turns on means video in both directions.
      if (reason && (devices.now.camera.isOn || devices.now.screen.track !== null)) end(false)
      if (!reason && performance.now() > respiteEnd && isOverloaded(now))
        waiting ??= setTimeout(() => begin('weak'), POOR_MS)
      else stopWaiting()
      setHidden(element, !reason)
      setHidden(choice, reason !== undefined)
      if (reason) setText(text, texts[reason])
    },
    close: stopWaiting,
  }
}
