/**
 * Background blur by the camera or the system, as the page sees it (Media Capture and Streams Extensions, `backgroundBlur`). The
 * page does no image processing of its own.
 */
type BlurTrack = MediaStreamTrack & {
  getCapabilities?(): MediaTrackCapabilities & { backgroundBlur?: boolean[] }
  getSettings(): MediaTrackSettings & { backgroundBlur?: boolean }
}

/** Whether the background is blurred. Undefined if the page cannot change it. */
export function blurOf(track: BlurTrack | null): boolean | undefined {
  const possible = track?.getCapabilities?.().backgroundBlur ?? []
  if (!track || !possible.includes(true) || !possible.includes(false)) return undefined
  return track.getSettings().backgroundBlur ?? false
}

/** Blurs the background or not, if the camera can. A refused change leaves it as it was. */
export async function blur(track: BlurTrack | null, isOn: boolean): Promise<void> {
  const now = blurOf(track)
  if (now === undefined || now === isOn) return
  const constraints = { ...track!.getConstraints(), backgroundBlur: { exact: isOn } } as MediaTrackConstraints
  await track!.applyConstraints(constraints).catch(() => {}) // the settings still tell
}
