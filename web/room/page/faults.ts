import type { CaptureKind } from '../devices/capture.ts'
import type { Capture, DevicesSnapshot } from '../devices/devices.ts'
import { adviceOn } from './browser.ts'
import { button } from './button.ts'
import { copyLink } from './copy-link.ts'
import { each, el, hide, type View, write } from './dom.ts'
import { icon } from './icons.ts'
import type { OpenPage } from './page.ts'

type Fault = { of: CaptureKind | 'both' | 'screen'; fault: NonNullable<Capture['fault']> }

/** What is wrong with devices. It is read out as it appears. */
export function faults(page: OpenPage): View<DevicesSnapshot> {
  const element = el('div', { class: 'faults', role: 'alert' })
  const show = each(
    element,
    ({ of }: Fault) => of,
    () => faultCard(page),
  )
  return { element, show: (now) => show(faultsOf(now)) }
}

/** What is wrong now; once, where both fail for the same reason and the same answer mends them. */
function faultsOf(now: DevicesSnapshot): Fault[] {
  const all = (['camera', 'audio', 'screen'] as const).flatMap((of) => {
    const { fault } = now[of]
    return fault ? [{ of, fault }] : []
  })
  const [one, other] = all
  const isSame = one?.fault === other?.fault && other?.of === 'audio'
  const isAnswered = one && ['refused', 'dismissed', 'unanswered'].includes(one.fault)
  return isSame && isAnswered ? [{ of: 'both', fault: one.fault }, ...all.slice(2)] : all
}

/** What is wrong, what to do about it in this browser, another try, and the way on without it. */
function faultCard({ words, devices, link }: OpenPage): View<Fault> {
  const [title, text, how] = [el('strong', {}), el('p', {}), el('p', { class: 'how' })]
  const copy = copyLink(words, link.address)
  let what: Fault['of'] = 'both'
  const kinds = (): CaptureKind[] => (what === 'both' ? ['audio', 'camera'] : what === 'screen' ? [] : [what])
  const tryAgain = () => void (what === 'screen' ? devices.shareScreen() : devices.open(kinds()))
  const goWithout = () => {
    if (what === 'screen') devices.stopScreen()
    for (const kind of kinds()) void devices.setOn(kind, false)
  }
  return {
    element: el(
      'div',
      { class: 'fault' },
      icon('warn'),
      el(
        'div',
        {},
        title,
        text,
        how,
        copy,
        el(
          'div',
          { class: 'ways' },
          button('retry-device', words.fault.again, tryAgain, { look: 'quiet', sign: 'flip' }),
          button('without-device', words.fault.without, goWithout, { look: 'quiet' }),
        ),
      ),
    ),
    show({ of, fault }) {
      const advice =
        of === 'screen'
          ? { title: words.call.shareFailed, text: '', how: undefined, isElsewhere: false }
          : adviceOn(words, of, fault, navigator)
      what = of
      write(title, advice.title)
      write(text, advice.text)
      write(how, advice.how ?? '')
      hide(how, !advice.how)
      hide(copy, !advice.isElsewhere)
    },
  }
}
