import { type DisconnectReason, type RemoteParticipant, type Room, RoomEvent } from 'livekit-client'

type RoomListeners = {
  /** Participants, their attributes or their permissions have changed. */
  peopleChanged: () => void
  /** Tracks or the connection quality have changed. */
  mediaChanged: () => void
  lineChanged: (isUp: boolean) => void
  metadataChanged: () => void
  received: (payload: Uint8Array, from: RemoteParticipant, topic: string | undefined) => void
  disconnected: (reason: DisconnectReason | undefined) => void
}

/** Calls listeners for the events of a LiveKit room. */
export function listenToRoom(room: Room, listeners: RoomListeners): void {
  const { peopleChanged, mediaChanged, lineChanged, metadataChanged, received, disconnected } = listeners
  room
    .on(RoomEvent.ParticipantConnected, peopleChanged)
    .on(RoomEvent.ParticipantDisconnected, peopleChanged)
    .on(RoomEvent.ParticipantAttributesChanged, peopleChanged)
    .on(RoomEvent.ParticipantPermissionsChanged, peopleChanged)
    .on(RoomEvent.TrackSubscribed, mediaChanged)
    .on(RoomEvent.TrackUnsubscribed, mediaChanged)
    .on(RoomEvent.TrackMuted, mediaChanged)
    .on(RoomEvent.TrackUnmuted, mediaChanged)
    .on(RoomEvent.TrackUnpublished, mediaChanged)
    .on(RoomEvent.ConnectionQualityChanged, mediaChanged)
    .on(RoomEvent.SignalReconnecting, () => lineChanged(false))
    .on(RoomEvent.Reconnecting, () => lineChanged(false))
    .on(RoomEvent.Reconnected, () => lineChanged(true))
    .on(RoomEvent.RoomMetadataChanged, metadataChanged)
    .on(RoomEvent.DataReceived, (payload, from, _kind, topic) => from && received(payload, from, topic))
    .on(RoomEvent.Disconnected, disconnected)
}
