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

test('microphone and camera are asked for with one question, and everything there is to choose is listed', async () => {
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

test('a camera that another program has leaves the microphone, and is said', async () => {
  const desk = new TestDesk()
  desk.videoFails = refusal('NotReadableError')
  const { devices } = await open(desk)
  assert.deepEqual(used(devices), [
    ['mic', undefined],
    [undefined, 'busy'],
  ])
})

test('without a microphone there is still the camera; without both there is still a page', async () => {
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

test('who refuses is not asked again, but what is allowed already is opened', async () => {
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

test('a camera that cannot do what we would like does what it can', async () => {
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

test('a question that nobody answers is pointed out, and an answer still counts', async () => {
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

test('who no longer sees the question and tries again is asked anew, and an answer to the first opens nothing', async () => {
  for (const again of [(of: Devices) => of.open(), (of: Devices) => of.setOn('camera', true)]) {
    const desk = new TestDesk()
    const { promise, resolve } = Promise.withResolvers<void>()
    desk.question = promise
    const devices = desk.devices()
    void devices.open()
    await settled()
    await desk.wait(15_000)
    desk.question = undefined
    await again(devices)
    assert.deepEqual(used(devices), [
      ['mic', undefined],
      ['front', undefined],
    ])
    resolve()
    await settled()
    assert.deepEqual([desk.live, desk.tracks.length, devices.now.isAsking], [['mic', 'front'], 4, false])
  }
})

test('what was switched off while the question is open is no fault when nobody answers it', async () => {
  const desk = new TestDesk()
  desk.question = Promise.withResolvers<void>().promise
  const devices = desk.devices()
  void devices.open()
  await settled()
  await devices.setOn('camera', false)
  await desk.wait(15_000)
  assert.deepEqual([devices.now.audio.fault, devices.now.camera.fault], ['unanswered', undefined])
})

test('who waits for a slow device and presses again waits for one, not for two', async () => {
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

test('who switches the camera off while the question is open is not filmed when it is answered', async () => {
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

test('mute keeps the microphone open and sends nothing; camera off puts out its light', async () => {
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
  // The microphone was there all the time.
  assert.deepEqual([desk.asked.length, desk.tracks[0]!.enabled], [2, true])
})

test('on a computer the new camera is there before the old one goes, on a phone the old one goes first', async () => {
  const computer = await open()
  await computer.devices.choose('camera', 'back')
  assert.deepEqual([computer.desk.mostCameras, computer.desk.live], [2, ['mic', 'back']])
  const phone = await open(new TestDesk(), { isHandheld: true })
  await phone.devices.choose('camera', 'back')
  assert.deepEqual([phone.desk.mostCameras, phone.desk.live], [1, ['mic', 'back']])
})

test('a device that cannot be had leaves the one of before, and is said', async () => {
  const { desk, devices } = await open(new TestDesk(), { isHandheld: true })
  await devices.choose('camera', 'unplugged')
  assert.deepEqual(used(devices)[1], ['front', 'unfit'])
  assert.deepEqual(desk.live, ['mic', 'front'])
})

test('what was chosen is used on the next visit, where it is still there', async () => {
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

test('a phone turns from its front camera to the one at the back, and back', async () => {
  const { devices } = await open(new TestDesk(), { isHandheld: true })
  assert.equal(devices.now.canFlip, true)
  assert.equal(devices.now.camera.facing, 'user')
  await devices.flip()
  assert.deepEqual([used(devices)[1], devices.now.camera.facing], [['back', undefined], 'environment'])
  await devices.flip()
  assert.deepEqual([used(devices)[1], devices.now.camera.facing], [['front', undefined], 'user'])
})

test('a phone is asked for a picture that it can encode', async () => {
  const { desk } = await open(new TestDesk(), { isHandheld: true })
  const { width, height, frameRate } = desk.asked[0]!.video as MediaTrackConstraints
  assert.deepEqual([width, height, frameRate], [{ ideal: 640 }, { ideal: 360 }, { ideal: 24, max: 30 }])
})

test('a headset that is pulled out gives way to the microphone that is left', async () => {
  const { desk, devices } = await open()
  await devices.choose('audio', 'headset')
  desk.plugged = desk.plugged.filter(({ deviceId }) => deviceId !== 'headset')
  desk.tracks.at(-1)!.lose()
  assert.deepEqual(used(devices)[0], [undefined, 'lost'])
  await desk.wait(1000)
  assert.deepEqual(used(devices)[0], ['mic', undefined])
})

test('a camera that is plugged in is used, if one was wanted', async () => {
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

test('what a phone call took is opened again when the page is back in sight, and not before', async () => {
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

test('a microphone that the system mutes is said to be lost, until it is back or opened anew', async () => {
  const { desk, devices } = await open()
  let told = 0
  devices.watch(() => told++)
  desk.tracks[0]!.mute(true)
  await settled()
  assert.deepEqual([used(devices)[0], told], [['mic', 'lost'], 1])
  desk.tracks[0]!.mute(false)
  await settled()
  assert.deepEqual([used(devices)[0], told], [['mic', undefined], 2])
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

test('a track that stays silent after a phone call is opened again', async () => {
  const { desk, devices } = await open()
  desk.tracks[0]!.muted = true
  await desk.see()
  await desk.wait(2000)
  assert.deepEqual([used(devices)[0], desk.tracks[0]!.readyState], [['mic', undefined], 'ended'])
  assert.equal(desk.live.length, 2)
})

test('a screen is shared until it is stopped here or by the bar of the browser', async () => {
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

test('a screen that is chosen after the sharing was called off is not shared', async () => {
  const { desk, devices } = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  desk.question = promise
  const sharing = devices.shareScreen()
  devices.stopScreen()
  resolve()
  await sharing
  assert.deepEqual([devices.now.screen.track, (desk.screen as TestTrack).readyState], [null, 'ended'])
})

test('who shares nothing after all made no mistake; a system that forbids it is told', async () => {
  const { desk, devices } = await open()
  desk.screen = refusal('NotAllowedError', 'Permission denied')
  await devices.shareScreen()
  assert.deepEqual(devices.now.screen, { track: null, fault: undefined })
  desk.screen = refusal('NotAllowedError', 'Permission denied by system')
  await devices.shareScreen()
  assert.equal(devices.now.screen.fault, 'refused-by-system')
})

test('a page that goes away leaves nothing open, nor opens anything after', async () => {
  const desk = new TestDesk()
  const { devices } = await open(desk)
  await devices.shareScreen()
  devices.close()
  await desk.see()
  await desk.plug({ kind: 'videoinput', deviceId: 'usb', label: 'USB camera' })
  assert.deepEqual([desk.live, (desk.screen as TestTrack).readyState], [[], 'ended'])
})
