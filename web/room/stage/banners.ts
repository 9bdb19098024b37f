import type { CallSnapshot } from '../call/call.ts'
import { el, setHidden, type View } from '../page/dom.ts'
import { type IconName, icon } from '../page/icons.ts'
import type { Page } from '../page/page.ts'

/** Banners above the video, each shown while its problem lasts. */
export function banners({ words: { call } }: Page): View<CallSnapshot & { isSharing: boolean }> {
  const line = banner('wifi', call.lineDown)
  const stuck = banner('warn', call.stuck.title, call.stuck.text)
  const sharing = banner('screen', call.sharing)
  return {
    element: el('div', { class: 'banners', role: 'status' }, line, stuck, sharing),
    show(now) {
      setHidden(line, now.line === 'up')
      setHidden(stuck, !now.isStuck)
      setHidden(sharing, !now.isSharing)
    },
  }
}

const banner = (sign: IconName, title: string, text?: string): HTMLElement =>
  el('div', { class: 'banner' }, icon(sign), el('p', {}, el('strong', {}, title), text && ` ${text}`))
