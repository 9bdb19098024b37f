import { type Html, html } from '../../../../lib/html.ts'
import type { Notice, Verdict } from './words.ts'

/** Decorative icons of the headings, as strokes on a 24 by 24 square. */
const paths: Record<Verdict | Notice | 'ask', string> = {
  genuine: 'M5 12.5l4.5 4.5L19 7.5',
  expired: 'M12 6v6.5l4 2.5',
  dispensed: 'M2 12.5l4.5 4.5L15 8.5M12.5 16l1 1L22 8.5',
  cancelled: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  unknown: 'M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.1.7-1.7 1.3-1.7 2.6M12 18.2v.1',
  tooMany: 'M12 6v6.5l4 2.5',
  failed: 'M12 6v7.5M12 17.8v.1',
  ask: 'M10.5 5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M14.5 14.5L19.5 19.5',
}

export const markOf = (kind: keyof typeof paths): Html =>
  html`<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${paths[kind]}"/></svg>`
