import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../call/testing.ts'
import type { Devices } from './devices.ts'
import { refusal, TestMedia, TestTrack } from './testing.ts'

const used = ({ now }: Devices) =>
  [now.audio, now.camera].map(({ track, fault }) => [track?.getSettings().deviceId, fault])

async function open(media = new TestMedia(), changes?: Parameters<TestMedia['devices']>[0]) {
  const devices = media.devices(changes)
  await devices.open()
  return { media, devices }
}

test('asks for microphone and camera with one prompt, and lists all devices', async () => {
  const { media, devices } = await open()
  assert.equal(media.asked.length, 1)
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
  assert.deepEqual(devices.now.cameras, [
    { id: 'front', label: 'Front camera' },
    { id: 'back', label: 'Back camera' },
  ])
  assert.deepEqual([devices.now.microphones.length, devices.now.speakers.length, devices.now.isAsking], [2, 1, false])
})

test('a busy camera is reported, and the microphone still opens', async () => {
  const media = new TestMedia()
  media.videoFails = refusal('NotReadableError')
  const { devices } = await open(media)
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    [undefined, 'busy'],
  ])
})

test('works with only a camera, and without any device', async () => {
  const media = new TestMedia()
  media.plugged = media.plugged.filter(({ kind }) => kind !== 'audioinput')
  assert.deepEqual(used((await open(media)).devices), [
    [undefined, 'missing'],
    ['front', undefined],
  ])
  media.plugged = []
  assert.deepEqual(used((await open(media)).devices), [
    [undefined, 'missing'],
    [undefined, 'missing'],
  ])
})

test('after a refusal there is no second prompt, but permitted devices are opened', async () => {
  const media = new TestMedia()
  media.videoFails = refusal('NotAllowedError', 'Permission denied')
  const { devices } = await open(media)
  assert.equal(media.asked.length, 1)
  assert.deepEqual(used(devices), [
    [undefined, 'refused'],
    [undefined, 'refused'],
  ])
  media.permissions.microphone = 'granted'
  await devices.open()
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    [undefined, 'refused'],
  ])
})

test('a camera that cannot satisfy the constraints is opened without them', async () => {
  const media = new TestMedia()
  const original = media.mediaDevices.getUserMedia
  media.mediaDevices.getUserMedia = (constraints) => {
    if (typeof constraints.video === 'object') return Promise.reject(refusal('OverconstrainedError'))
    return original(constraints)
  }
  assert.deepEqual(used((await open(media)).devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
})

test('reports an unanswered prompt, and accepts a late answer', async () => {
  const media = new TestMedia()
  const { promise, resolve } = Promise.withResolvers<void>()
  media.question = promise
  const devices = media.devices()
  void devices.open()
  await settled()
  assert.deepEqual([devices.now.isAsking, devices.now.camera.fault], [true, undefined])
  await media.wait(15_000)
  assert.deepEqual([devices.now.audio.fault, devices.now.camera.fault], ['unanswered', 'unanswered'])
  resolve()
  await settled()
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
})

test('asks again after an unanswered prompt, and then ignores the answer to the first one', async () => {
  for (const retry of [(devices: Devices) => devices.open(), (devices: Devices) => devices.setOn('camera', true)]) {
    const media = new TestMedia()
    const { promise, resolve } = Promise.withResolvers<void>()
    media.question = promise
    const devices = media.devices()
    void devices.open()
    await settled()
    await media.wait(15_000)
    media.question = undefined
    await retry(devices)
    assert.deepEqual(used(devices), [
      ['mic', undefined],
      ['front', undefined],
    ])
    resolve()
    await settled()
    assert.deepEqual([media.live, media.tracks.length, devices.now.isAsking], [['mic', 'front'], 4, false])
  }
})

test('a device switched off during an unanswered prompt has no fault', async () => {
  const media = new TestMedia()
  media.question = Promise.withResolvers<void>().promise
  const devices = media.devices()
  void devices.open()
  await settled()
  await devices.setOn('camera', false)
  await media.wait(15_000)
  assert.deepEqual([devices.now.audio.fault, devices.now.camera.fault], ['unanswered', undefined])
})

test('a second request during a prompt causes no second prompt', async () => {
  const media = new TestMedia()
  const { promise, resolve } = Promise.withResolvers<void>()
  media.question = promise
  const devices = media.devices()
  void devices.open()
  const again = devices.open()
  resolve()
  await again
  assert.equal(media.asked.length, 1)
})

test('a camera switched off during the prompt is not opened', async () => {
  const media = new TestMedia()
  const { promise, resolve } = Promise.withResolvers<void>()
  media.question = promise
  const devices = media.devices()
  const opened = devices.open()
  await settled()
  void devices.setOn('camera', false)
  resolve()
  await opened
  assert.deepEqual([devices.now.camera.track, media.live], [null, ['mic']])
})

test('mute keeps the microphone open without sending; camera off closes the camera', async () => {
  const { media, devices } = await open()
  await devices.setOn('audio', false)
  await devices.setOn('camera', false)
  assert.deepEqual([devices.now.audio.track, devices.now.camera.track], [null, null])
  assert.deepEqual([media.live, media.tracks[0]!.enabled], [['mic'], false])
  await devices.setOn('audio', true)
  await devices.setOn('camera', true)
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
  // The microphone stayed open.
  assert.deepEqual([media.asked.length, media.tracks[0]!.enabled], [2, true])
})

test('a computer opens the new camera before it closes the old one, and a phone afterwards', async () => {
  const computer = await open()
  await computer.devices.choose('camera', 'back')
  assert.deepEqual([computer.media.mostCameras, computer.media.live], [2, ['mic', 'back']])
  const phone = await open(new TestMedia(), { isHandheld: true })
  await phone.devices.choose('camera', 'back')
  assert.deepEqual([phone.media.mostCameras, phone.media.live], [1, ['mic', 'back']])
})

test('an unavailable device is reported, and the previous one is kept', async () => {
  const { media, devices } = await open(new TestMedia(), { isHandheld: true })
  await devices.choose('camera', 'unplugged')
  assert.deepEqual(used(devices)[1], ['front', 'unfit'])
  assert.deepEqual(media.live, ['mic', 'front'])
})

test('uses the chosen devices on the next visit, if they are still connected', async () => {
  const media = new TestMedia()
  const { devices } = await open(media)
  await devices.choose('audio', 'headset')
  devices.chooseSpeaker('loud')
  devices.close()
  const next = await open(media)
  assert.deepEqual([used(next.devices)[0], next.devices.now.speakerId], [['headset', undefined], 'loud'])
  next.devices.close()
  media.plugged = media.plugged.filter(({ deviceId }) => deviceId !== 'headset' && deviceId !== 'loud')
  const last = await open(media)
  assert.deepEqual([used(last.devices)[0], last.devices.now.speakerId], [['mic', undefined], ''])
})

test('a phone flips between its front and back cameras', async () => {
  const { devices } = await open(new TestMedia(), { isHandheld: true })
  assert.equal(devices.now.canFlip, true)
  assert.equal(devices.now.camera.facing, 'user')
  await devices.flip()
  assert.deepEqual([used(devices)[1], devices.now.camera.facing], [['back', undefined], 'environment'])
  await devices.flip()
  assert.deepEqual([used(devices)[1], devices.now.camera.facing], [['front', undefined], 'user'])
})

test('a phone gets lower constraints', async () => {
  const { media } = await open(new TestMedia(), { isHandheld: true })
  const { width, height, frameRate } = media.asked[0]!.video as MediaTrackConstraints
  assert.deepEqual([width, height, frameRate], [{ ideal: 640 }, { ideal: 360 }, { ideal: 24, max: 30 }])
})

test('an unplugged headset is replaced by the remaining microphone', async () => {
  const { media, devices } = await open()
  await devices.choose('audio', 'headset')
  media.plugged = media.plugged.filter(({ deviceId }) => deviceId !== 'headset')
  media.tracks.at(-1)!.lose()
  assert.deepEqual(used(devices)[0], [undefined, 'lost'])
  await media.wait(1000)
  assert.deepEqual(used(devices)[0], ['mic', undefined])
})

test('uses a newly plugged camera if the camera is on', async () => {
  const media = new TestMedia()
  media.plugged = []
  const { devices } = await open(media)
  await media.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual(used(devices)[1], ['usb', undefined])
  const off = new TestMedia()
  off.plugged = []
  const other = (await open(off)).devices
  await other.setOn('camera', false)
  await off.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual(off.live, [])
})

test('reopens devices that a phone call took only when the page is visible again', async () => {
  const { media, devices } = await open(new TestMedia(), { isHandheld: true })
  media.isVisible = false
  for (const track of media.tracks) track.lose()
  await media.wait(1000)
  assert.deepEqual(used(devices), [
    [undefined, 'lost'],
    [undefined, 'lost'],
  ])
  await media.see()
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
})

test('a microphone muted by the system is reported as lost, until it is unmuted or reopened', async () => {
  const { media, devices } = await open()
  let changes = 0
  devices.watch(() => changes++)
  media.tracks[0]!.mute(true)
  await settled()
  assert.deepEqual([used(devices)[0], changes], [['mic', 'lost'], 1])
  media.tracks[0]!.mute(false)
  await settled()
  assert.deepEqual([used(devices)[0], changes], [['mic', undefined], 2])
  media.tracks[0]!.mute(true)
  await devices.setOn('audio', true)
  assert.deepEqual(
    [used(devices)[0], media.live],
    [
      ['mic', undefined],
      ['front', 'mic'],
    ],
  )
  media.tracks.at(-1)!.mute(true)
  await devices.setOn('audio', false)
  assert.equal(devices.now.audio.fault, undefined)
})

test('a track that stays muted after a phone call is reopened', async () => {
  const { media, devices } = await open()
  media.tracks[0]!.muted = true
  await media.see()
  await media.wait(2000)
  assert.deepEqual([used(devices)[0], media.tracks[0]!.readyState], [['mic', undefined], 'ended'])
  assert.equal(media.live.length, 2)
})

test('a screen is shared until it is stopped on the page or in the browser', async () => {
  const { media, devices } = await open()
  await devices.shareScreen()
  assert.equal(devices.now.screen.track, media.screen)
  ;(media.screen as TestTrack).lose()
  assert.deepEqual(devices.now.screen, { track: null, fault: undefined })
  media.screen = new TestTrack({ kind: 'videoinput', deviceId: 'screen', label: 'Screen' })
  await devices.shareScreen()
  devices.stopScreen()
  assert.deepEqual([devices.now.screen.track, media.screen.readyState], [null, 'ended'])
})

test('does not share a screen that is chosen after the sharing was cancelled', async () => {
  const { media, devices } = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  media.question = promise
  const sharing = devices.shareScreen()
  devices.stopScreen()
  resolve()
  await sharing
  assert.deepEqual([devices.now.screen.track, (media.screen as TestTrack).readyState], [null, 'ended'])
})

test('reports a refusal of the screen by the system, and no fault if the user cancels the prompt', async () => {
  const { media, devices } = await open()
  media.screen = refusal('NotAllowedError', 'Permission denied')
  await devices.shareScreen()
  assert.deepEqual(devices.now.screen, { track: null, fault: undefined })
  media.screen = refusal('NotAllowedError', 'Permission denied by system')
  await devices.shareScreen()
  assert.equal(devices.now.screen.fault, 'refused-by-system')
})

test('stops all tracks on close, and opens none afterwards', async () => {
  const media = new TestMedia()
  const { devices } = await open(media)
  await devices.shareScreen()
  devices.close()
  await media.see()
  await media.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual([media.live, (media.screen as TestTrack).readyState], [[], 'ended'])
})

test('blurs the background if the camera can, also when it is opened again and on the next visit', async () => {
  const media = new TestMedia()
  for (const camera of media.plugged) if (camera.kind === 'videoinput') camera.backgroundBlur = [false, true]
  const { devices } = await open(media)
  assert.equal(devices.now.camera.blur, false)
  let heard = 0
  devices.watch(() => heard++)
  await devices.setBlur(true)
  await settled()
  assert.equal(devices.now.camera.blur, true)
  assert.ok(heard > 0)
  // The other constraints stay.
  assert.deepEqual(media.tracks.at(-1)!.applied, [{ width: { ideal: 960 }, backgroundBlur: { exact: true } }])
  await devices.setOn('camera', false)
  assert.equal(devices.now.camera.blur, undefined)
  await devices.setOn('camera', true)
  await settled()
  assert.equal(devices.now.camera.blur, true)
  devices.close()
  const later = media.devices()
  await later.open()
  await settled()
  assert.equal(later.now.camera.blur, true)
  heard = 0
  later.watch(() => heard++)
  media.tracks.at(-1)!.blur(false)
  await settled()
  assert.deepEqual([later.now.camera.blur, heard], [false, 1])
})

test('offers no blur that the page cannot change, or that the camera does not have', async () => {
  for (const backgroundBlur of [undefined, [false], [true]]) {
    const media = new TestMedia()
    for (const camera of media.plugged) if (backgroundBlur) camera.backgroundBlur = backgroundBlur
    const { devices } = await open(media)
    await devices.setBlur(true)
    assert.deepEqual([devices.now.camera.blur, media.tracks.at(-1)!.applied], [undefined, []])
  }
})

test('a camera that refuses the blur stays as it was', async () => {
  const media = new TestMedia()
  for (const camera of media.plugged) camera.backgroundBlur = [false, true]
  const { devices } = await open(media)
  media.tracks.at(-1)!.applyConstraints = () => Promise.reject(refusal('OverconstrainedError'))
  await devices.setBlur(true)
  assert.equal(devices.now.camera.blur, false)
})
