import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Page, startVideo } from './testing.ts'

test('a wait for the end of a page that stays open ends with the frames that it received', async (t) => {
  const scene = await startVideo(t)
  const page = await new Page(scene.url('room_1'), 'page', { endsWithinMs: 100 }).opened()
  await assert.rejects(page.end, /^Error: Timed out waiting for the end of a page after \[\]\.$/)
  page.socket.terminate()
})
