import type { CaptureKind } from '../devices/capture.ts'
import type { Device, DevicesSnapshot } from '../devices/devices.ts'
import { el, setAttribute, setHidden, type View } from './dom.ts'
import type { Page } from './page.ts'

/** Pickers for microphone, camera and loudspeaker, and the background blur. What the devices do not offer is hidden. */
export function pickers({ words, devices }: Page): View<DevicesSnapshot> {
  const capture = (kind: CaptureKind) => (id: string) => void devices.choose(kind, id)
  const camera = picker(words.device.cam, capture('camera'))
  const microphone = picker(words.device.mic, capture('audio'))
  const speaker = picker(words.device.speaker, (id) => devices.chooseSpeaker(id))
  const blur = el('input', { type: 'checkbox', onchange: () => void devices.setBlur(blur.checked) })
  const blurChoice = el('label', { class: 'option' }, blur, el('span', {}, words.device.blur))
  return {
    element: el('div', { class: 'pickers' }, camera.element, blurChoice, microphone.element, speaker.element),
    show({ cameras, microphones, speakers, camera: cam, audio, speakerId, canChooseSpeaker }) {
      camera.show(named(cameras, words.device.cam), cam.deviceId)
      setHidden(blurChoice, cam.blur === undefined)
      blur.checked = cam.blur ?? false
      microphone.show(named(microphones, words.device.mic), audio.deviceId)
      speaker.show(canChooseSpeaker ? named(speakers, words.device.speaker) : [], speakerId)
    },
  }
}

/** Browsers hide device labels before permission. */
const named = (list: Device[], kind: string): Device[] =>
  list.map(({ id, label }, index) => ({
    id,
    label: label.replace(/ \([\da-f]{4}:[\da-f]{4}\)$/, '') || `${kind} ${index + 1}`,
  }))

/** A labelled list of choices. Hidden while it is empty. */
export function picker(label: string, choose: (id: string) => void) {
  const select = el('select', { onchange: () => choose(select.value) })
  const element = el('label', { class: 'picker' }, el('span', { class: 'picker-name' }, label), select)
  let shown = ''
  return {
    element,
    show(list: Device[], current: string | undefined) {
      setHidden(element, list.length === 0)
      const now = JSON.stringify(list)
      // Replacing the options would close an open list.
      if (now !== shown) select.replaceChildren(...list.map(({ id, label }) => el('option', { value: id }, label)))
      shown = now
      select.value = current || (list[0]?.id ?? '')
      setAttribute(select, 'disabled', list.length < 2)
    },
  }
}
