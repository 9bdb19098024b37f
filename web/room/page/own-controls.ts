import type { CaptureKind } from '../devices/capture.ts'
import type { DevicesSnapshot } from '../devices/devices.ts'
import { control } from './button.ts'
import { setHidden } from './dom.ts'
import type { Page } from './page.ts'

/**
 * Controls for microphone, camera and camera flip, the same on every screen.
 * @param hasKeys whether the screen has shortcuts
 */
export function ownControls({ words: { device }, devices }: Page, hasKeys = false) {
  const toggle = (kind: CaptureKind) => () => {
    const { isOn, fault } = devices.now[kind]
    // After a fault the device is on but does not work, so the press retries.
    void devices.setOn(kind, !isOn || fault !== undefined)
  }
  const mic = control('mic', 'mic', device.micOff, toggle('audio'), hasKeys ? 'Alt+M' : undefined)
  const camera = control('camera', 'cam', device.camOff, toggle('camera'), hasKeys ? 'Alt+V' : undefined)
  const flip = control('flip', 'flip', device.flip, () => void devices.flip())
  return {
    mic: mic.element,
    camera: camera.element,
    flip: flip.element,
    toggle: (kind: CaptureKind) => toggle(kind)(),
    show({ audio, camera: cam, canFlip }: DevicesSnapshot) {
      const look = ({ isOn, fault }: { isOn: boolean; fault: unknown }) => ({
        look: fault ? ('fault' as const) : isOn ? undefined : ('off' as const),
      })
      const [speaks, films] = [audio.isOn && !audio.fault, cam.isOn && !cam.fault]
      mic.show(speaks ? 'mic' : 'micOff', speaks ? device.micOff : device.micOn, look(audio))
      camera.show(films ? 'cam' : 'camOff', films ? device.camOff : device.camOn, look(cam))
      setHidden(flip.element, !canFlip || !films)
    },
  }
}
