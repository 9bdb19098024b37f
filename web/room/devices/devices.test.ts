import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../call/testing.ts'
import type { Devices } from './devices.ts'
import { refusal, TestDesk, TestTrack } from './testing.ts'

const used = ({ now }: Devices) =>
  [now.audio, now.camera].map(({ track, fault }) => [track?.getSettings().deviceId, fault])

async function open(desk = new TestDesk(), changes?: Parameters<TestDesk['devices']>[0]) {
  const devices = desk.devices(changes)
  await devices.open()
  return { desk, devices }
}

test('asks for microphone and camera with one prompt, and lists all devices', async () => {
  const { desk, devices } = await open()
  assert.equal(desk.asked.length, 1)
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
  const desk = new TestDesk()
  desk.videoFails = refusal('NotReadableError')
  const { devices } = await open(desk)
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    [undefined, 'busy'],
  ])
})

test('works with the camera only, and without any device', async () => {
  const desk = new TestDesk()
  desk.plugged = desk.plugged.filter(({ kind }) => kind !== 'audioinput')
  assert.deepEqual(used((await open(desk)).devices), [
    [undefined, 'missing'],
    ['front', undefined],
  ])
  desk.plugged = []
  assert.deepEqual(used((await open(desk)).devices), [
    [undefined, 'missing'],
    [undefined, 'missing'],
  ])
})

test('after a refusal there is no second prompt, but permitted devices are opened', async () => {
  const desk = new TestDesk()
  desk.videoFails = refusal('NotAllowedError', 'Permission denied')
  const { devices } = await open(desk)
  assert.equal(desk.asked.length, 1)
  assert.deepEqual(used(devices), [
    [undefined, 'refused'],
    [undefined, 'refused'],
  ])
  desk.permissions.microphone = 'granted'
  await devices.open()
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    [undefined, 'refused'],
  ])
})

test('a camera that cannot satisfy the constraints is opened without them', async () => {
  const desk = new TestDesk()
  const wish = desk.mediaDevices.getUserMedia
  desk.mediaDevices.getUserMedia = (constraints) => {
    if (typeof constraints.video === 'object') return Promise.reject(refusal('OverconstrainedError'))
    return wish(constraints)
  }
  assert.deepEqual(used((await open(desk)).devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
})

test('an unanswered prompt is reported, and a late answer still counts', async () => {
  const desk = new TestDesk()
  const { promise, resolve } = Promise.withResolvers<void>()
  desk.question = promise
  const devices = desk.devices()
  void devices.open()
  await settled()
  assert.deepEqual([devices.now.isAsking, devices.now.camera.fault], [true, undefined])
  await desk.wait(15_000)
  assert.deepEqual([devices.now.audio.fault, devices.now.camera.fault], ['unanswered', 'unanswered'])
  resolve()
  await settled()
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
})

test('retrying after an unanswered prompt asks again, and the first answer is then ignored', async () => {
  for (const retry of [(devices: Devices) => devices.open(), (devices: Devices) => devices.setOn('camera', true)]) {
    const desk = new TestDesk()
    const { promise, resolve } = Promise.withResolvers<void>()
    desk.question = promise
    const devices = desk.devices()
    void devices.open()
    await settled()
    await desk.wait(15_000)
    desk.question = undefined
    await retry(devices)
    assert.deepEqual(used(devices), [
      ['mic', undefined],
      ['front', undefined],
    ])
    resolve()
    await settled()
    assert.deepEqual([desk.live, desk.tracks.length, devices.now.isAsking], [['mic', 'front'], 4, false])
  }
})

test('a device switched off during an unanswered prompt has no fault', async () => {
  const desk = new TestDesk()
  desk.question = Promise.withResolvers<void>().promise
  const devices = desk.devices()
  void devices.open()
  await settled()
  await devices.setOn('camera', false)
  await desk.wait(15_000)
  assert.deepEqual([devices.now.audio.fault, devices.now.camera.fault], ['unanswered', undefined])
})

test('a second request during a prompt causes no second prompt', async () => {
  const desk = new TestDesk()
  const { promise, resolve } = Promise.withResolvers<void>()
  desk.question = promise
  const devices = desk.devices()
  void devices.open()
  const again = devices.open()
  resolve()
  await again
  assert.equal(desk.asked.length, 1)
})

test('a camera switched off during the prompt is not opened', async () => {
  const desk = new TestDesk()
  const { promise, resolve } = Promise.withResolvers<void>()
  desk.question = promise
  const devices = desk.devices()
  const opened = devices.open()
  await settled()
  void devices.setOn('camera', false)
  resolve()
  await opened
  assert.deepEqual([devices.now.camera.track, desk.live], [null, ['mic']])
})

test('mute keeps the microphone open without sending; camera off closes the camera', async () => {
  const { desk, devices } = await open()
  await devices.setOn('audio', false)
  await devices.setOn('camera', false)
  assert.deepEqual([devices.now.audio.track, devices.now.camera.track], [null, null])
  assert.deepEqual([desk.live, desk.tracks[0]!.enabled], [['mic'], false])
  await devices.setOn('audio', true)
  await devices.setOn('camera', true)
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
  // The microphone stayed open.
  assert.deepEqual([desk.asked.length, desk.tracks[0]!.enabled], [2, true])
})

test('a computer opens the new camera before closing the old one, a phone the other way round', async () => {
  const computer = await open()
  await computer.devices.choose('camera', 'back')
  assert.deepEqual([computer.desk.mostCameras, computer.desk.live], [2, ['mic', 'back']])
  const phone = await open(new TestDesk(), { isHandheld: true })
  await phone.devices.choose('camera', 'back')
  assert.deepEqual([phone.desk.mostCameras, phone.desk.live], [1, ['mic', 'back']])
})

test('an unavailable device is reported, and the previous one is kept', async () => {
  const { desk, devices } = await open(new TestDesk(), { isHandheld: true })
  await devices.choose('camera', 'unplugged')
  assert.deepEqual(used(devices)[1], ['front', 'unfit'])
  assert.deepEqual(desk.live, ['mic', 'front'])
})

test('chosen devices are used on the next visit, if they are still there', async () => {
  const desk = new TestDesk()
  const { devices } = await open(desk)
  await devices.choose('audio', 'headset')
  devices.chooseSpeaker('loud')
  devices.close()
  const next = await open(desk)
  assert.deepEqual([used(next.devices)[0], next.devices.now.speakerId], [['headset', undefined], 'loud'])
  next.devices.close()
  desk.plugged = desk.plugged.filter(({ deviceId }) => deviceId !== 'headset' && deviceId !== 'loud')
  const last = await open(desk)
  assert.deepEqual([used(last.devices)[0], last.devices.now.speakerId], [['mic', undefined], ''])
})

test('a phone flips between its front and back cameras', async () => {
  const { devices } = await open(new TestDesk(), { isHandheld: true })
  assert.equal(devices.now.canFlip, true)
  assert.equal(devices.now.camera.facing, 'user')
  await devices.flip()
  assert.deepEqual([used(devices)[1], devices.now.camera.facing], [['back', undefined], 'environment'])
  await devices.flip()
  assert.deepEqual([used(devices)[1], devices.now.camera.facing], [['front', undefined], 'user'])
})

test('a phone gets lower constraints', async () => {
  const { desk } = await open(new TestDesk(), { isHandheld: true })
  const { width, height, frameRate } = desk.asked[0]!.video as MediaTrackConstraints
  assert.deepEqual([width, height, frameRate], [{ ideal: 640 }, { ideal: 360 }, { ideal: 24, max: 30 }])
})

test('an unplugged headset is replaced by the remaining microphone', async () => {
  const { desk, devices } = await open()
  await devices.choose('audio', 'headset')
  desk.plugged = desk.plugged.filter(({ deviceId }) => deviceId !== 'headset')
  desk.tracks.at(-1)!.lose()
  assert.deepEqual(used(devices)[0], [undefined, 'lost'])
  await desk.wait(1000)
  assert.deepEqual(used(devices)[0], ['mic', undefined])
})

test('a newly plugged camera is used, if the camera is on', async () => {
  const desk = new TestDesk()
  desk.plugged = []
  const { devices } = await open(desk)
  await desk.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual(used(devices)[1], ['usb', undefined])
  const off = new TestDesk()
  off.plugged = []
  const other = (await open(off)).devices
  await other.setOn('camera', false)
  await off.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual(off.live, [])
})

test('devices lost to a phone call are reopened when the page is visible again, not before', async () => {
  const { desk, devices } = await open(new TestDesk(), { isHandheld: true })
  desk.isVisible = false
  for (const track of desk.tracks) track.lose()
  await desk.wait(1000)
  assert.deepEqual(used(devices), [
    [undefined, 'lost'],
    [undefined, 'lost'],
  ])
  await desk.see()
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    ['front', undefined],
  ])
})

test('a microphone muted by the system is reported as lost, until it is unmuted or reopened', async () => {
  const { desk, devices } = await open()
  let changes = 0
  devices.watch(() => changes++)
  desk.tracks[0]!.mute(true)
  await settled()
  assert.deepEqual([used(devices)[0], changes], [['mic', 'lost'], 1])
  desk.tracks[0]!.mute(false)
  await settled()
  assert.deepEqual([used(devices)[0], changes], [['mic', undefined], 2])
  desk.tracks[0]!.mute(true)
  await devices.setOn('audio', true)
  assert.deepEqual(
    [used(devices)[0], desk.live],
    [
      ['mic', undefined],
      ['front', 'mic'],
    ],
  )
  desk.tracks.at(-1)!.mute(true)
  await devices.setOn('audio', false)
  assert.equal(devices.now.audio.fault, undefined)
})

test('a track that stays muted after a phone call is reopened', async () => {
  const { desk, devices } = await open()
  desk.tracks[0]!.muted = true
  await desk.see()
  await desk.wait(2000)
  assert.deepEqual([used(devices)[0], desk.tracks[0]!.readyState], [['mic', undefined], 'ended'])
  assert.equal(desk.live.length, 2)
})

test('a screen is shared until it is stopped on the page or in the browser', async () => {
  const { desk, devices } = await open()
  await devices.shareScreen()
  assert.equal(devices.now.screen.track, desk.screen)
  ;(desk.screen as TestTrack).lose()
  assert.deepEqual(devices.now.screen, { track: null, fault: undefined })
  desk.screen = new TestTrack({ kind: 'videoinput', deviceId: 'screen', label: 'Screen' })
  await devices.shareScreen()
  devices.stopScreen()
  assert.deepEqual([devices.now.screen.track, desk.screen.readyState], [null, 'ended'])
})

test('a screen chosen after the sharing was cancelled is not shared', async () => {
  const { desk, devices } = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  desk.question = promise
  const sharing = devices.shareScreen()
  devices.stopScreen()
  resolve()
  await sharing
  assert.deepEqual([devices.now.screen.track, (desk.screen as TestTrack).readyState], [null, 'ended'])
})

test('cancelling the screen prompt is no fault; a refusal by the system is', async () => {
  const { desk, devices } = await open()
  desk.screen = refusal('NotAllowedError', 'Permission denied')
  await devices.shareScreen()
  assert.deepEqual(devices.now.screen, { track: null, fault: undefined })
  desk.screen = refusal('NotAllowedError', 'Permission denied by system')
  await devices.shareScreen()
  assert.equal(devices.now.screen.fault, 'refused-by-system')
})

test('closing stops all tracks, and nothing is opened afterwards', async () => {
  const desk = new TestDesk()
  const { devices } = await open(desk)
  await devices.shareScreen()
  devices.close()
  await desk.see()
  await desk.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual([desk.live, (desk.screen as TestTrack).readyState], [[], 'ended'])
})
