import assert from 'node:assert/strict'
import test from 'node:test'
import type { LocalParticipant, LocalTrack } from 'livekit-client'
import { TrackPublisher } from './livekit-publisher.ts'

/** A participant of LiveKit's client whose server answers publications when the test says so. */
function participant() {
  const steps: string[] = []
  const answers: (() => void)[] = []
  let published: LocalTrack | undefined
  const me = {
    getTrackPublication: () => ({ track: published }),
    async publishTrack(track: MediaStreamTrack) {
      steps.push('publish')
      await new Promise<void>((resolve) => answers.push(resolve))
      published = { mediaStreamTrack: track, unmute: async () => {} } as unknown as LocalTrack
    },
    async unpublishTrack() {
      steps.push('unpublish')
      published = undefined
    },
  }
  const answer = async () => {
    answers.shift()?.()
    await settled()
  }
  return { me: () => me as unknown as LocalParticipant, steps, answer }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const camera = {} as MediaStreamTrack

test('publishes again if a return to the lobby interrupts the publication', async () => {
  const { me, steps, answer } = participant()
  const publisher = new TrackPublisher('camera', me)
  publisher.set(camera)
  publisher.allow(true)
  await settled()
  publisher.allow(false) // LiveKit drops the track; its client completes the publication
  publisher.allow(true)
  await answer()
  assert.deepEqual(steps, ['publish', 'unpublish', 'publish'])
  await answer()
  publisher.allow(true)
  await settled()
  assert.deepEqual(steps, ['publish', 'unpublish', 'publish'], 'published once')
})

test('publishes nothing in the lobby, and the latest track afterwards', async () => {
  const { me, steps, answer } = participant()
  const publisher = new TrackPublisher('camera', me)
  publisher.set(camera)
  publisher.allow(false)
  await settled()
  assert.deepEqual(steps, [])
  publisher.set(null)
  publisher.allow(true)
  await settled()
  assert.deepEqual(steps, [])
  publisher.set(camera)
  await settled()
  await answer()
  assert.deepEqual(steps, ['publish'])
})
