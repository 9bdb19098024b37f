import type { PersonView } from '@medina-care/protocol/people.ts'
import { ConnectionState, type RemoteParticipant, type RemoteTrackPublication, type Room, Track } from 'livekit-client'
import type { Peer } from './call.ts'
import { qualityOf } from './livekit-data.ts'
import type { PeerMessages } from './livekit-messages.ts'

const { Microphone, Camera, ScreenShare } = Track.Source

/** The participants that both our server and LiveKit report, as the page shows them. */
export class Peers {
  readonly #room: () => Room
  readonly #newStream: () => MediaStream
  /** Streams of each connection of a peer (LiveKit's sid). They stay the same objects. */
  readonly #streams = new Map<string, { stream: MediaStream; screen: MediaStream }>()

  constructor(room: () => Room, newStream: () => MediaStream) {
    this.#room = room
    this.#newStream = newStream
  }

  /** @param isWanted whether this page wants video */
  list(people: PersonView[], messages: PeerMessages, isWanted: boolean): Peer[] {
    return people.map((person) => this.#peer(person, messages, isWanted))
  }

  /** Requests the video of all participants, or none of it. */
  receiveVideo(isWanted: boolean): void {
    for (const { videoTrackPublications } of this.#room().remoteParticipants.values())
      for (const publication of videoTrackPublications.values() as Iterable<RemoteTrackPublication>)
        if (publication.isEnabled !== isWanted) publication.setEnabled(isWanted)
  }

  clear(): void {
    this.#streams.clear()
  }

  #peer(person: PersonView, messages: PeerMessages, isWanted: boolean): Peer {
    const participant = this.#room().remoteParticipants.get(person.peerId)!
    const isOn = (source: Track.Source) =>
      (isWanted || source === Microphone) && participant.getTrackPublication(source)?.isMuted === false
    const { sid, connectionQuality } = participant
    const known = this.#streams.get(sid) ?? { stream: this.#newStream(), screen: this.#newStream() }
    this.#streams.set(sid, known)
    return {
      ...person,
      sid,
      state: {
        mic: isOn(Microphone),
        cam: isOn(Camera),
        screen: isOn(ScreenShare),
        hand: messages.hasRaised(person.peerId),
      },
      stream: filled(known.stream, participant, [Microphone, Camera]),
      screen: filled(known.screen, participant, [ScreenShare]),
      link: this.#linkTo(participant),
      quality: qualityOf(this.#room().localParticipant.connectionQuality, connectionQuality),
      receivesVideo: messages.receivesVideo(person.peerId),
    }
  }

  #linkTo(participant: RemoteParticipant): Peer['link'] {
    if (this.#room().state !== ConnectionState.Connected) return 'reconnecting'
    return participant.connectionQuality === 'lost' ? 'away' : 'connected'
  }
}

/** Sets the stream's tracks to the subscribed ones. @returns null until a track has arrived */
function filled(stream: MediaStream, participant: RemoteParticipant, sources: Track.Source[]): MediaStream | null {
  const wanted = sources.flatMap((source) => participant.getTrackPublication(source)?.track?.mediaStreamTrack ?? [])
  for (const track of stream.getTracks()) if (!wanted.includes(track)) stream.removeTrack(track)
  for (const track of wanted) if (!stream.getTracks().includes(track)) stream.addTrack(track)
  return wanted.length > 0 ? stream : null
}
