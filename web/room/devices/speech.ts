import type { Words } from '../words/words.ts'

/**
 * Speech recognition on the device (Web Speech API, `processLocally`). Browsers that would send the sound to a service are not
 * used, because a consultation is confidential.
 */

/** The members that this page uses. They are missing in the types of TypeScript. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  processLocally: boolean
  start(track: MediaStreamTrack): void
  abort(): void
}
type Options = { langs: string[]; processLocally: true }
type RecognitionClass = {
  new (): Recognition
  available?(options: Options): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  install?(options: Options): Promise<boolean>
}
type ResultEvent = Event & { results: ArrayLike<ArrayLike<{ transcript: string }>> }
type ErrorEvent = Event & { error: string }

type Language = Words['language']
/** A language that the device recognises, with its tag (BCP 47). */
export type Spoken = { language: Language; tag: string }

/** By preference. Moroccan Arabic is rare among recognisers. */
const tagsOf: Record<Language, string[]> = {
  fr: ['fr-FR'],
  ar: ['ar-MA', 'ar-EG', 'ar-SA'],
  en: ['en-US', 'en-GB'],
}

const recognition = (): RecognitionClass | undefined =>
  (globalThis as { SpeechRecognition?: RecognitionClass }).SpeechRecognition

const optionsFor = (tag: string): Options => ({ langs: [tag], processLocally: true })

/** Whether the browser can be asked for the languages that the device recognises. */
export const canAskForLanguages = (): boolean => recognition()?.available !== undefined

/** The languages that this device recognises, perhaps after a download. */
export async function recognisedLanguages(): Promise<Spoken[]> {
  const isRecognised = async (tag: string) =>
    (await recognition()!.available!(optionsFor(tag)).catch(() => 'unavailable')) !== 'unavailable'
  const found: Spoken[] = []
  for (const language of Object.keys(tagsOf) as Language[]) {
    for (const tag of tagsOf[language])
      if (await isRecognised(tag)) {
        found.push({ language, tag })
        break
      }
  }
  return found
}

/** Downloads what the device needs to recognise a language, if it has not been downloaded. @returns whether it succeeded */
export async function prepareLanguage({ tag }: Spoken): Promise<boolean> {
  try {
    return (await recognition()?.install?.(optionsFor(tag))) ?? false
  } catch {
    return false
  }
}

/** Errors after which another attempt would fail too. Silence and lost sessions are normal. */
const FATAL = ['not-allowed', 'service-not-allowed', 'language-not-supported', 'audio-capture']
/** Before recognition resumes after a silence. */
const RESUME_MS = 300

/**
 * Recognises the speech of a track, until the returned function is called.
 * @param heard receives the words of the current sentence, which may still change
 * @param failed is called once and later, if the device does not recognise the speech
 */
export function recognise(
  track: MediaStreamTrack,
  tag: string,
  heard: (text: string) => void,
  failed: () => void,
): () => void {
  const session = new (recognition()!)()
  session.lang = tag
  session.continuous = true
  session.interimResults = true
  session.processLocally = true
  let isStopped = false
  let resuming: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    isStopped = true
    clearTimeout(resuming)
    session.abort()
  }
  const giveUp = () => {
    stop()
    queueMicrotask(failed) // never while the caller is still starting
  }
  const start = () => {
    if (isStopped || track.readyState === 'ended') return
    try {
      session.start(track)
    } catch {
      giveUp()
    }
  }
  session.addEventListener('result', (event) => {
    const { results } = event as ResultEvent
    const words = results[results.length - 1]?.[0]?.transcript.trim()
    if (words && !isStopped) heard(words)
  })
  session.addEventListener('error', (event) => {
    if (!isStopped && FATAL.includes((event as ErrorEvent).error)) giveUp()
  })
  session.addEventListener('end', () => {
    if (!isStopped) resuming = setTimeout(start, RESUME_MS)
  })
  start()
  return stop
}
