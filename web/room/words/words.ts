import type { Role } from '@medina-care/protocol/people.ts'
import type { Quality } from '../call/call.ts'
import type { CaptureKind } from '../devices/capture.ts'

/** The kinds of device faults with different advice. */
export type FaultKind = 'refused' | 'unanswered' | 'system' | 'blocked' | 'missing' | 'busy' | 'lost' | 'failed'
/** The browsers with different permission settings. */
export type Browser = 'ios' | 'android' | 'safari' | 'firefox' | 'chromium'

/** In their own language. */
export const languageNames = { fr: 'Français', ar: 'العربية', en: 'English' } as const

type Notice = { title: string; text: string }

/** All texts of the page in one language. Names and messages come from users and are not translated. */
export type Words = {
  language: keyof typeof languageNames
  /** For Intl: the Moroccan format of numbers and times. */
  locale: string
  title: string
  languages: string
  close: string
  copyLink: string
  copied: string
  you: string
  /** In place of a missing name, and beside it. */
  roles: Record<Role, string>
  steps: { label: string; check: string; wait: string; meet: string }
  problem: Record<
    'noLink' | 'notNow' | 'expired' | 'invalid' | 'unsupported' | 'inApp' | 'insecure' | 'unreachable',
    Notice
  > & {
    retry: string
  }
  visit: { label: string; ahead(n: number): string; late(time: string): string }
  birthDate: Notice & { day: string; month: string; year: string; wrong: string; submit: string }
  code: {
    title: string
    sending: string
    sent(to: string): string
    notSent: string
    label: string
    wrong: string
    submit: string
    again: string
  }
  before: {
    title: string
    titleTest: string
    back: string
    titleHost: string
    lead: string
    leadHost: string
    leadObserver: string
    ask: string
    start: string
    next: string
    nextHost: string
    othersTitle: string
    audioOnly: string
    chatOnly: string
    opening: string
    allow: string
    preview: string
  }
  device: {
    mic: string
    cam: string
    blur: string
    speaker: string
    micOn: string
    micOff: string
    camOn: string
    camOff: string
    level: string
    speak: string
    heard: string
    working: string
    notWorking: string
    off: string
    flip: string
  }
  fault: Record<CaptureKind, Record<FaultKind, Notice>> & {
    again: string
    without: string
    /** For camera and microphone together, with a single remedy. */
    both: Record<'refused' | 'unanswered', Notice>
    how: Record<Browser, string>
  }
  line: Record<'checking' | 'good' | 'slow' | 'blocked' | 'down', string> & { label: string }
  waiting: {
    title: string
    joining: string
    hostAway: string
    hostHere: string
    keepOpen: string
    sentBack: string
    leave: string
  }
  lobby: {
    label: string
    waits(name: string, since: string): string
    justNow: string
    since(minutes: string): string
    count(n: number): string
    admit: string
    deny: string
    late: string
    announced(time: string): string
    notAnnounced: string
    denied: string
    allow: string
    notify: string
    notifyText: string
    badge(n: number): string
    people: string
    here: string
    alone: string
    toLobby: string
    remove: string
    menu(name: string): string
  }
  call: {
    share: string
    unshare: string
    sharing: string
    sharedBy(name: string): string
    raise: string
    lower: string
    handOf(name: string): string
    chat: string
    unread(n: number): string
    people: string
    devices: string
    controls: string
    singleKeys: string
    leave: string
    end: string
    endTitle: string
    endText: string
    endConfirm: string
    endCancel: string
    duration: string
    alone: string
    aloneHost: string
    muted: string
    connecting: string
    peerReconnecting(name: string): string
    peerAway(name: string): string
    lineDown: string
    stuck: Notice
    audioOnly: Record<'weak' | 'chosen' | 'start' | 'stop', string> & { peer(name: string): string }
    captions: Record<'label' | 'off' | 'loading' | 'note' | 'failed', string>
    sound: string
    joined(name: string): string
    departed(name: string): string
    self: string
    selfHint: string
    shareFailed: string
  }
  quality: Record<Exclude<Quality, 'unknown'>, string>
  chat: {
    title: string
    empty: string
    write: string
    send: string
    pending: string
    note: string
    /** Files that stay with the appointment. */
    files: {
      share: string
      sharing(name: string): string
      open(name: string, size: string): string
      notOpened: string
      faults: Record<'tooLarge' | 'wrongType' | 'full' | 'failed', string>
    }
  }
  over: Record<
    | 'left'
    | 'leftWaiting'
    | 'completed'
    | 'cancelled'
    | 'closed'
    | 'removed'
    | 'sentOut'
    | 'elsewhere'
    | 'expired'
    | 'invalid'
    | 'full'
    | 'failed',
    Notice
  > & {
    lasted: string
    rejoin: string
    here: string
    retry: string
    next: string
    /** The same for the practitioner. */
    record: string
    canClose: string
    appointment(time: string, isWaiting: boolean): string
  }
}
