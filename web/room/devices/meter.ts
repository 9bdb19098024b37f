/** The parts of a browser that a meter needs. */
type MeterPlatform = { audioContext(): AudioContext; every(ms: number, then: () => void): () => void }

/** 15 times a second, which is smooth, and cheap on a weak phone. */
const EVERY_MS = 66
/** Quieter sound is noise of the room and the microphone. */
const SILENCE_DB = -60

/**
 * Reports a microphone's level, from 0 to 1. Returns a function that ends it. It does not stop the track. A muted track
 * is silent.
 */
export function measureLevel(track: MediaStreamTrack, report: (level: number) => void, platform: MeterPlatform) {
  let context: AudioContext
  try {
    context = platform.audioContext()
  } catch {
    // Browsers limit or lack audio contexts. Then there is no meter, but the microphone works.
    return () => {}
  }
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  const source = context.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const stop = platform.every(EVERY_MS, () => {
    // Some browsers start suspended until a user gesture.
    if (context.state === 'suspended') context.resume().catch(() => {})
    analyser.getFloatTimeDomainData(samples)
    report(levelOf(samples))
  })
  return () => {
    stop()
    source.disconnect()
    void context.close()
  }
}

/** Based on decibels, like human hearing. Speech at an arm's length is near the middle. */
export function levelOf(samples: Float32Array): number {
  let power = 0
  for (const sample of samples) power += sample * sample
  const db = 10 * Math.log10(power / samples.length || Number.MIN_VALUE)
  return Math.min(1, Math.max(0, 1 - db / SILENCE_DB))
}

/** @param window the window of the page */
export const meterPlatform = (window: Window & typeof globalThis): MeterPlatform => ({
  audioContext: () => new window.AudioContext(),
  every(ms, then) {
    const timer = window.setInterval(then, ms)
    return () => window.clearInterval(timer)
  },
})
