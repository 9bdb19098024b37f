import type { CaptureKind } from '../devices/capture.ts'
import type { Capture, DevicesSnapshot } from '../devices/devices.ts'
import { adviceOn } from './browser.ts'
import { button } from './button.ts'
import { copyLink } from './copy-link.ts'
import { el, setHidden, setText, syncList, type View } from './dom.ts'
import { icon } from './icons.ts'
import type { VisitorPage } from './page.ts'

type Fault = { device: CaptureKind | 'both' | 'screen'; fault: NonNullable<Capture['fault']> }

/** The faults of devices, announced as they appear. */
export function faults(page: VisitorPage): View<DevicesSnapshot> {
  const element = el('div', { class: 'faults', role: 'alert' })
  const show = syncList(
    element,
    ({ device }: Fault) => device,
    () => faultCard(page),
  )
  return { element, show: (now) => show(faultsOf(now)) }
}

/** The current faults. One fault for both devices if they have the same reason and remedy. */
function faultsOf(now: DevicesSnapshot): Fault[] {
  const all = (['camera', 'audio', 'screen'] as const).flatMap((device) => {
    const { fault } = now[device]
    return fault ? [{ device, fault }] : []
  })
  const [one, other] = all
  const isSame = one?.fault === other?.fault && other?.device === 'audio'
  const isAnswered = one && ['refused', 'dismissed', 'unanswered'].includes(one.fault)
  return isSame && isAnswered ? [{ device: 'both', fault: one.fault }, ...all.slice(2)] : all
}

/** A fault with its advice for this browser, a retry, and a way to continue without the device. */
function faultCard({ words, devices, link }: VisitorPage): View<Fault> {
  const [title, text, how] = [el('strong', {}), el('p', {}), el('p', { class: 'how' })]
  const copy = copyLink(words, link.address)
  let current: Fault['device'] = 'both'
  const kinds = (): CaptureKind[] => (current === 'both' ? ['audio', 'camera'] : current === 'screen' ? [] : [current])
  const tryAgain = () => void (current === 'screen' ? devices.shareScreen() : devices.open(kinds()))
  const continueWithout = () => {
    if (current === 'screen') devices.stopScreen()
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
          button('without-device', words.fault.without, continueWithout, { look: 'quiet' }),
        ),
      ),
    ),
    show({ device, fault }) {
      const advice =
        device === 'screen'
          ? { title: words.call.shareFailed, text: '', how: undefined, isElsewhere: false }
          : adviceOn(words, device, fault, navigator)
      current = device
      setText(title, advice.title)
      setText(text, advice.text)
      setText(how, advice.how ?? '')
      setHidden(how, !advice.how)
      setHidden(copy, !advice.isElsewhere)
    },
  }
}
