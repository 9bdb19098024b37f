import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../words/fr.ts'
import { adviceOn, browserOf, isInApp, obstacleOf } from './browser.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  chromeOnIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  firefoxOnAndroid: 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
  facebook:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0]',
  webView:
    'Mozilla/5.0 (Linux; Android 13; SM-A145R; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36',
}
const agent = (name: keyof typeof agents, maxTouchPoints = 0) => ({ userAgent: agents[name], maxTouchPoints })

test('permission instructions depend on the browser, and on iOS on the system', () => {
  assert.equal(browserOf(agent('iphone', 5)), 'ios')
  assert.equal(browserOf(agent('chromeOnIphone', 5)), 'ios')
  assert.equal(browserOf(agent('mac', 5)), 'ios', 'an iPad identifies itself as a Macintosh')
  assert.equal(browserOf(agent('mac')), 'safari')
  assert.equal(browserOf(agent('android', 5)), 'android')
  assert.equal(browserOf(agent('firefoxOnAndroid', 5)), 'android')
  assert.equal(browserOf(agent('firefox')), 'firefox')
  assert.equal(browserOf(agent('edge')), 'chromium')
})

test('detects in-app browsers', () => {
  assert.ok(isInApp(agent('facebook')))
  assert.ok(isInApp(agent('webView')))
  for (const name of ['iphone', 'chromeOnIphone', 'mac', 'android', 'firefox', 'edge'] as const)
    assert.ok(!isInApp(agent(name)), name)
})

test('reports the obstacle to a call, and none for an in-app browser with a camera', () => {
  const withCamera = { mediaDevices: {} }
  class Peer {
    restartIce() {}
  }
  const obstacle = (more: object) =>
    obstacleOf({ isSecureContext: true, RTCPeerConnection: Peer, ...more } as unknown as Window & typeof globalThis)
  assert.equal(obstacle({ navigator: { ...agent('webView'), ...withCamera } }), undefined)
  assert.equal(obstacle({ navigator: agent('facebook') }), 'inApp')
  assert.equal(obstacle({ navigator: agent('mac') }), 'unsupported')
  assert.equal(
    obstacle({ navigator: { ...agent('edge'), ...withCamera }, RTCPeerConnection: undefined }),
    'unsupported',
  )
  assert.equal(obstacle({ isSecureContext: false, navigator: agent('edge') }), 'insecure')
})

test('a refusal comes with instructions for this browser, and other faults have their own advice', () => {
  assert.match(adviceOn(words, 'camera', 'refused', agent('iphone')).how!, /aA/)
  assert.match(adviceOn(words, 'camera', 'refused', agent('firefox')).how!, /barrée/)
  assert.match(adviceOn(words, 'audio', 'busy', agent('android')).text, /WhatsApp/)
  assert.equal(adviceOn(words, 'audio', 'busy', agent('android')).how, undefined)
})

test('a refusal in an in-app browser directs the user to another browser, because the app has no settings for it', () => {
  const advice = adviceOn(words, 'both', 'refused', agent('webView', 5))
  assert.equal(advice.how, undefined)
  assert.match(advice.text, /Copiez le lien/)
  assert.ok(advice.isElsewhere)
  assert.ok(!adviceOn(words, 'both', 'refused', agent('android', 5)).isElsewhere)
})
