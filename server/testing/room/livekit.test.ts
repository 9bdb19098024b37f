import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { RoomServiceClient } from 'livekit-server-sdk'
import { startBrowser, withoutBrowser } from '../browser.ts'
import { eventually } from '../eventually.ts'
import { book, eventsOf, newClinic } from '../factories.ts'
import { startPlatform } from '../harness.ts'
import { post, startLiveKit, withoutLiveKit } from '../livekit.ts'
import { enter, newPeople, PATIENT } from './call.ts'
import { admission, openBench } from './livekit-page.ts'

const skipReason = withoutLiveKit || withoutBrowser

/** A time in which another report would arrive. */
const REPORTED_MS = 1500

/** The room's page on LiveKit. */
describe('the page of a room on LiveKit', { skip: skipReason }, async () => {
  if (skipReason) return
  const liveKit = await startLiveKit()
  const platform = await startPlatform({ VIDEO_URL: liveKit.url })
  liveKit.setWebhookUrl(`${platform.url}/video/livekit/webhook`)
  const scene = { platform, browser: await startBrowser(), ...(await newPeople(platform)) }

  test('works as on the embedded server: lobby, video, reload, end', async (t) => {
    const consultation = await scene.newCall()
    const doctor = await enter(t, scene, scene.doctor, consultation)
    await doctor.shows('call')
    const patient = await enter(t, scene, scene.patient, consultation, { language: 'ar' })
    await patient.shows('waiting')
    await doctor.press('admit')
    await patient.shows('call')
    await Promise.all([doctor.sees(), patient.sees()])
    assert.match(await doctor.page.locator('main').innerText(), new RegExp(PATIENT))
    await doctor.press('chat')
    await doctor.page.locator('.write textarea').fill('Doliprane 1 g')
    await doctor.press('send')
    await patient.press('chat')
    await patient.page.locator('.messages').getByText('Doliprane 1 g').waitFor()
    await patient.page.reload()
    await patient.shows('call')
    await Promise.all([doctor.sees(), patient.sees()])
    await patient.press('chat')
    await patient.page.locator('.messages').getByText('Doliprane 1 g').waitFor()
    await patient.press('devices')
    await patient.press('no-video')
    await doctor.page.getByText('reçoit le son seul').waitFor()
    const pictures = () => patient.witness<number[]>('pictures()')
    let before: number[] = []
    await eventually(async () => {
      const then = before
      before = await pictures()
      return then.length > 0 && then.join() === before.join()
    })
    await patient.press('video')
    await Promise.all([doctor.sees(), patient.sees()])
    await doctor.page.getByText('reçoit le son seul').waitFor({ state: 'detached' })
    await patient.press('leave')
    await patient.shows('over', 'left')
    await doctor.press('end')
    await doctor.press('end-confirm')
    await doctor.shows('over', 'completed')
    assert.doesNotMatch(await doctor.page.evaluate('JSON.stringify(sessionStorage)'), /eyJ/, 'no token is kept')
  })
})

/** Pages in Chromium, connected to LiveKit. */
describe('a consultation over LiveKit', { skip: skipReason }, async () => {
  if (skipReason) return
  const liveKit = await startLiveKit()
  const platform = await startPlatform({ VIDEO_URL: liveKit.url })
  // A second server that gets no webhooks and polls the same rooms. It must not record anything twice.
  await startPlatform({ VIDEO_URL: liveKit.url }, platform.ownerUrl)
  const { admin, doctor, patient } = await newClinic(platform)
  const browser = await startBrowser()
  const hook = `${platform.url}/video/livekit/webhook`
  liveKit.setWebhookUrl(hook)

  const rooms = new RoomServiceClient(liveKit.base, liveKit.apiKey, liveKit.apiSecret)
  let hours = 0
  const newCall = async () => book(platform, admin, doctor, patient, ++hours)
  const statusOf = async (id: string) =>
    (await call('GET', `/api/appointments/${id}`, { token: doctor.token })).body.appointment.status
  const { call } = platform
  /** The audited operations in an appointment's room. */
  const operationsOf = async (id: string) => {
    const { rows } = await platform.owner.query(
      `select operation from audit_log where subject_id = $1 and client_id = 'video' order by at, id`,
      [id],
    )
    return rows.map(({ operation }) => operation)
  }

  test('connects two people after admission, with audio, chat and an end', async (t) => {
    const { id } = await newCall()
    const host = await openBench(t, browser, platform, 'doctor')
    const guest = await openBench(t, browser, platform, 'patient')
    await host.join(await admission(platform, doctor, id))
    await host.sees('the call', ({ phase }) => phase === 'in-call')
    await guest.join(await admission(platform, patient, id))
    await guest.sees(
      'the lobby, with the doctor in the room',
      ({ phase, hostPresent }) => phase === 'waiting' && hostPresent,
    )
    await host.sees('the waiting patient', ({ lobby }) => lobby[0]?.peerId === patient.id)
    const seen = await host.now()
    assert.equal(seen.lobby[0]!.role, 'patient')
    assert.match(seen.lobby[0]!.name, /^Person/)
    assert.deepEqual(seen.peers, [])

    const from = performance.now()
    await host.run(`call.admit(${JSON.stringify(patient.id)})`)
    await guest.sees('the call', ({ phase }) => phase === 'in-call')
    await eventually(async () => (await guest.pictures(doctor.id)) > 0, 'the doctor’s pictures')
    t.diagnostic(`admitted to first picture: ${Math.round(performance.now() - from)} ms`)
    await eventually(async () => (await host.pictures(patient.id)) > 10, 'the patient’s pictures')
    await host.sees(
      'the devices of the patient',
      ({ peers }) => peers[0]?.state.mic && peers[0].state.cam && !peers[0].state.screen,
    )
    await host.sees('the start of the call', ({ startedAt }) => startedAt)
    await guest.sees('the start of the call', ({ startedAt }) => startedAt)
    const together = performance.now()
    assert.equal(await statusOf(id), 'IN_PROGRESS')
    const [room] = await rooms.listRooms([(await admission(platform, doctor, id)).roomId])
    assert.deepEqual(JSON.parse(room!.metadata), { isTogether: true }, 'visible in the lobby')

    await guest.run(`call.say('عندي <b>سؤال</b>')`)
    await host.sees('the message', ({ chat }) => chat[0]?.text === 'عندي <b>سؤال</b>' && !chat[0].isMine)
    await guest.run('call.raiseHand(true)')
    await host.sees('the raised hand', ({ peers }) => peers[0]?.state.hand)
    await guest.run(`call.setTrack('camera', null)`)
    await host.sees('the camera off', ({ peers }) => peers[0]?.state.cam === false)
    await guest.run(`call.setTrack('camera', media.getVideoTracks()[0])`)
    await host.sees('the camera on', ({ peers }) => peers[0]?.state.cam)
    await guest.run(
      `navigator.mediaDevices.getDisplayMedia().then((s) => call.setTrack('screen', s.getVideoTracks()[0]))`,
    )
    await host.sees('the screen', ({ peers }) => peers[0]?.state.screen)
    await eventually(async () => (await host.pictures(patient.id, 'screen')) > 0, 'pictures of the screen')
    await guest.run(`call.setTrack('screen', null)`)
    await host.sees('no screen', ({ peers }) => peers[0]?.state.screen === false && peers[0].screen === null)

    await pause(6000) // both servers have polled the room
    const sec = (performance.now() - together) / 1000
    await host.run('call.end()')
    for (const side of [host, guest]) {
      await side.sees('the end', ({ over }) => over?.why === 'ended')
      const { over } = await side.now()
      assert.partialDeepStrictEqual(over, { why: 'ended', reason: 'completed' })
      const { durationSec } = over as { durationSec: number }
      assert.ok(Math.abs(durationSec - sec) < 3, `${durationSec} of ${sec} s`)
    }
    assert.equal(await statusOf(id), 'COMPLETED')
    const completed = (await eventsOf(platform, id)).filter(({ event }) => event === 'appointment.completed')
    assert.equal(completed.length, 1)
    await eventually(
      async () => (await operationsOf(id)).filter((one) => one === 'leaveRoom').length === 2,
      'both gone',
    )
    const before = ['joinRoom', 'waitInLobby', 'admitToRoom', 'meetInRoom', 'endConsultation']
    assert.deepEqual((await operationsOf(id)).slice(0, -2), before)
  })

  test('shows nothing to unadmitted participants, with any client', async (t) => {
    const { id } = await newCall()
    const host = await openBench(t, browser, platform, 'doctor')
    await host.join(await admission(platform, doctor, id))
    await host.sees('the call', ({ phase }) => phase === 'in-call')
    const { url, token } = await admission(platform, patient, id)
    const stranger = await openBench(t, browser, platform, 'stranger')
    await stranger.run(`(async () => {
      globalThis.heard = []
      globalThis.room = new liveKit.Room()
      room.on('dataReceived', (bytes) => heard.push(new TextDecoder().decode(bytes)))
      room.on('trackSubscribed', () => heard.push('track'))
      await room.connect(${JSON.stringify(url)}, ${JSON.stringify(token)})
    })()`)
    await host.sees('the waiting patient', ({ lobby }) => lobby.length === 1)
    const tried = await stranger.run<string[]>(`(async () => {
      const fails = (work) => Promise.resolve().then(work).then(() => 'worked', () => 'refused')
      const [track] = (await navigator.mediaDevices.getUserMedia({ video: true })).getTracks()
      const tried = [
        await fails(() => room.localParticipant.publishTrack(track)),
        await fails(() => room.localParticipant.setAttributes({ admitted: '1', role: 'host' })),
        await fails(() => room.localParticipant.setName('Dr Salma Benali')),
      ]
      await room.localParticipant.publishData(new TextEncoder().encode('let me in'), { reliable: true }).catch(() => {})
      return tried
    })()`)
    assert.deepEqual(tried, ['refused', 'refused', 'refused'])
    await host.run(`call.say('between us')`)
    await pause(1500)
    assert.deepEqual(await stranger.run('heard'), [])
    const known = await stranger.run<string>(
      'JSON.stringify([...room.remoteParticipants.values()].map(({ identity, name, metadata }) => [identity, name, metadata]))',
    )
    const { rows } = await platform.owner.query('select name from users where id = $1', [doctor.id])
    assert.ok(known.includes(doctor.id) && !known.includes(rows[0].name))
    assert.deepEqual((await host.now()).peers, [])
    assert.deepEqual(
      (await host.now()).chat.map(({ isMine }) => isMine),
      [true],
    )

    await host.run(`call.admit(${JSON.stringify(patient.id)})`)
    await eventually(async () => (await stranger.run<string[]>('heard')).includes('track'), 'tracks, once admitted')
  })

  test('keeps removed participants out until they are allowed, despite a valid token', async (t) => {
    const { id, videoRoomId } = await newCall()
    const host = await openBench(t, browser, platform, 'doctor')
    const guest = await openBench(t, browser, platform, 'patient')
    await host.join(await admission(platform, doctor, id))
    await guest.join(await admission(platform, patient, id))
    await host.sees('the waiting patient', ({ lobby }) => lobby.length === 1)
    await host.run(`call.admit(${JSON.stringify(patient.id)})`)
    await host.sees('the patient', ({ peers }) => peers.length === 1)
    await host.run(`call.toLobby(${JSON.stringify(patient.id)})`)
    await guest.sees('the lobby again', ({ phase, peers }) => phase === 'waiting' && peers.length === 0)
    await host.sees('the patient in the lobby', ({ lobby, peers }) => lobby.length === 1 && peers.length === 0)
    await host.run(`call.admit(${JSON.stringify(patient.id)})`)
    await guest.sees('the call', ({ phase }) => phase === 'in-call')
    await eventually(async () => (await host.pictures(patient.id)) > 0, 'the patient’s pictures again')

    await host.run(`call.kick(${JSON.stringify(patient.id)})`)
    await guest.sees('the removal', ({ over }) => over?.why === 'removed')
    await host.sees('the denied patient', ({ denied, peers }) => denied[0]?.peerId === patient.id && peers.length === 0)
    const reported = (...kinds: string[]) =>
      liveKit.webhooks
        .map(({ body }) => JSON.parse(body.toString()))
        .filter(
          ({ event, room, participant }) =>
            kinds.includes(event) && room.name === videoRoomId && participant.identity === patient.id,
        ).length
    // LiveKit reports a participant who is removed before the connection is complete as aborted, not as joined and left.
    const connections = () => reported('participant_joined', 'participant_connection_aborted')
    const ended = () => reported('participant_left', 'participant_connection_aborted')
    /** Waits for the reports of so many connections, and of their ends. LiveKit reports a moment later, and more slowly under load. */
    const connectionsSettle = (least: number) =>
      eventually(async () => connections() >= least && ended() === connections(), `the reports of ${least} connections`)
    await connectionsSettle(1)
    for (let tries = 0; tries < 3; tries++) {
      await guest.run('call.join()')
      await guest.sees('the removal again', ({ over, phase }) => phase === 'over' && over?.why === 'removed')
    }
    await connectionsSettle(4)
    await pause(REPORTED_MS)
    assert.equal(connections(), 4, 'a removed page does not connect again by itself')
    t.diagnostic(`${reported('participant_connection_aborted')} aborted connections`)

    await host.run(`call.allow(${JSON.stringify(patient.id)})`)
    await host.sees('an empty deny list', ({ denied }) => denied.length === 0)
    await guest.run('call.join()')
    await guest.sees('the lobby', ({ phase }) => phase === 'waiting')
  })

  test('does not depend on order, repetition or loss of LiveKit’s webhooks', async (t) => {
    const { id } = await newCall()
    const host = await openBench(t, browser, platform, 'doctor')
    const guest = await openBench(t, browser, platform, 'patient')
    liveKit.setWebhookUrl(undefined)
    await host.join(await admission(platform, doctor, id))
    await guest.join(await admission(platform, patient, id))
    await host.sees('the waiting patient, without webhooks', ({ lobby }) => lobby.length === 1)
    await host.run(`call.admit(${JSON.stringify(patient.id)})`)
    await host.sees('the start of the call', ({ startedAt }) => startedAt)
    liveKit.setWebhookUrl(hook)
    await guest.run('call.leave()')
    await host.sees('no peers', ({ peers }) => peers.length === 0)
    await host.sees('the timer stopped', ({ startedAt }) => startedAt === undefined)
    await guest.run('call.join()')
    await guest.sees('the call again', ({ phase }) => phase === 'in-call')
    await host.sees('the patient', ({ peers }) => peers.length === 1)
    const statuses = []
    for (const webhook of liveKit.webhooks.toReversed()) statuses.push(await post(hook, webhook))
    assert.deepEqual(new Set(statuses), new Set([200]))
    await pause(500)
    assert.deepEqual([(await host.now()).peers.length, (await guest.now()).phase], [1, 'in-call'])
    assert.ok((await host.now()).startedAt)
  })

  test('ends for all participants when it is cancelled, and refuses to reopen', async (t) => {
    const { id } = await newCall()
    const host = await openBench(t, browser, platform, 'doctor')
    await host.join(await admission(platform, doctor, id))
    await host.sees('the call', ({ phase }) => phase === 'in-call')
    assert.equal(
      (await call('PUT', `/api/appointments/${id}`, { token: patient.token, body: { status: 'CANCELLED' } })).status,
      200,
    )
    await host.sees('the end', ({ over }) => over?.why === 'ended')
    assert.partialDeepStrictEqual((await host.now()).over, { why: 'ended', reason: 'cancelled' })
    await host.run('call.join()')
    await host.sees('the closed room', ({ phase, over }) => phase === 'over' && over?.why === 'ended')
  })

  test('moves to one device at a time, and survives a restart of LiveKit', async (t) => {
    const { id } = await newCall()
    const first = await openBench(t, browser, platform, 'doctor')
    await first.join(await admission(platform, doctor, id))
    await first.sees('the call', ({ phase }) => phase === 'in-call')
    const second = await openBench(t, browser, platform, 'doctor elsewhere')
    await second.join(await admission(platform, doctor, id))
    await second.sees('the call', ({ phase }) => phase === 'in-call')
    await first.sees('that the call moved to another device', ({ over }) => over?.why === 'elsewhere')

    const guest = await openBench(t, browser, platform, 'patient')
    await guest.join(await admission(platform, patient, id))
    await second.sees('the waiting patient', ({ lobby }) => lobby.length === 1)
    await second.run(`call.admit(${JSON.stringify(patient.id)})`)
    await second.sees('the patient', ({ peers }) => peers.length === 1)
    await liveKit.end()
    await second.sees('the line down', ({ line, phase }) => line === 'down' && phase === 'in-call')
    await liveKit.start()
    await second.sees('the line up', ({ line }) => line === 'up')
    await guest.sees('the call again, without an admission', ({ line, phase }) => line === 'up' && phase === 'in-call')
    await eventually(async () => (await second.pictures(patient.id)) > 0, 'pictures again')
  })
})
