/** What a level is measured with. */
type MeterPlatform = { audioContext(): AudioContext; every(ms: number, then: () => void): () => void }

/** 15 times a second: smooth to the eye, and nothing to a weak phone. */
const EVERY_MS = 66
/** Quieter than this is the noise of the room and of the microphone. */
const SILENCE_DB = -60

/**
 * Tells how loud a microphone is, from 0 to 1. Returns what ends it.
 * The track itself is not stopped; a muted one is silent.
 */
export function measureLevel(track: MediaStreamTrack, tell: (level: number) => void, platform: MeterPlatform) {
  let context: AudioContext
  try {
    context = platform.audioContext()
  } catch {
    // So many at a time, or none at all: then there is no meter, and the microphone works all the same.
    return () => {}
  }
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  const source = context.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const stop = platform.every(EVERY_MS, () => {
    // Some browsers begin suspended, and refuse until the person has touched the page.
    if (context.state === 'suspended') context.resume().catch(() => {})
    analyser.getFloatTimeDomainData(samples)
    tell(levelOf(samples))
  })
  return () => {
    stop()
    source.disconnect()
    void context.close()
  }
}

/** By decibels, as ears do: speech at an arm's length is about in the middle. */
export function levelOf(samples: Float32Array): number {
  let power = 0
  for (const sample of samples) power += sample * sample
  const db = 10 * Math.log10(power / samples.length || Number.MIN_VALUE)
  return Math.min(1, Math.max(0, 1 - db / SILENCE_DB))
}

/** @param window the page's */
export const meterPlatform = (window: Window & typeof globalThis): MeterPlatform => ({
  audioContext: () => new window.AudioContext(),
  every(ms, then) {
    const timer = window.setInterval(then, ms)
    return () => window.clearInterval(timer)
  },
})
