import type { CallSnapshot } from '../call/call.ts'
import type { Page } from '../page/page.ts'
import { receivedAfter } from './chat.ts'

/**
 * Announces joins, departures, raised hands, and messages while the chat is closed, to a screen reader.
 */
export function changeAnnouncer({ words, announce }: Page) {
  let before: CallSnapshot | undefined
  const called = ({ name, role }: CallSnapshot['peers'][number]) => name || words.roles[role]
  return (now: CallSnapshot, isChatOpen: boolean) => {
    if (before) {
      const were = new Map(before.peers.map((peer) => [peer.peerId, peer]))
      for (const peer of now.peers) {
        const was = were.get(peer.peerId)
        if (!was) announce(words.call.joined(called(peer)))
        else if (peer.state.hand && !was.state.hand) announce(words.call.handOf(called(peer)))
        were.delete(peer.peerId)
      }
      for (const departed of were.values()) announce(words.call.departed(called(departed)))
      const unread = isChatOpen ? [] : receivedAfter(now.chat, before.chat[before.chat.length - 1])
      for (const { from, text } of unread) announce(`${from.name || words.roles[from.role]}: ${text}`)
    }
    before = now
  }
}
