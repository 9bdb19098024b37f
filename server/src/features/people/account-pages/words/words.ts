import type { AccountRole } from '../../../../actor.ts'

/** The reason why the API refused a form. */
export type Fault =
  | 'wrongPassword'
  | 'wrongCurrentPassword'
  | 'wrongCode'
  | 'wrongSecondFactor'
  | 'wrongAppCode'
  | 'wrongPasskey'
  | 'wrongClaim'
  | 'badEmail'
  | 'badName'
  | 'badPhone'
  | 'badDate'
  | 'badPassword'
  | 'addressTaken'
  | 'addressHasLogin'
  | 'chooseAgain'
  | 'expired'
  | 'openWork'
  | 'foreignForm'
  | 'tooMany'
  | 'refused'
  | 'failed'

type Registrable = 'PATIENT' | 'DOCTOR' | 'DENTIST' | 'PHARMACIST' | 'LABORATORY'

/** The texts of the account pages. */
export type Words = {
  email: string
  password: string
  currentPassword: string
  newPassword: string
  passwordHint: string
  code: string
  codeHint: string
  faults: Record<Exclude<Fault, 'tooMany'>, string> & { tooMany(seconds: number): string }
  roles: Record<AccountRole, string>
  signIn: {
    title: string
    button: string
    forgot: string
    register: string
    claim: string
    passwordSet: string
    left: string
  }
  passkey: {
    signIn: string
    unable: string
    heading: string
    text: string
    added(when: string): string
    name: string
    nameHint: string
    add: string
    remove: string
  }
  secondFactorSignIn: { title: string; text: string; code: string; hint: string; button: string; again: string }
  secondFactor: {
    title: string
    text: string
    required: string
    app: string
    appAdded(when: string): string
    setUp: string
    setUpText: string
    begin: string
    scan: string
    type: string
    open: string
    confirm: string
    again: string
    done: string
    code: string
    codeHint: string
    remove: string
    recovery: string
    recoveryLeft(count: number): string
    recoveryText: string
    replace: string
    saved: string
    onward: string
    account: string
  }
  organization: { title: string; text: string }
  register: {
    title: string
    text: string
    name: string
    role: string
    roles: Record<Registrable, string>
    button: string
    signIn: string
  }
  forgot: { title: string; text: string; button: string }
  reset: { title: string; text: string; button: string; again: string }
  claim: {
    title: string
    text: string
    address: string
    birthDate: string
    email: string
    emailHint: string
    button: string
  }
  confirm: {
    email: { title: string; text(address: string): string; done: string; missing: string }
    phone: { title: string; text(address: string): string; done: string; missing: string }
    button: string
    again: string
    sent: string
    account: string
  }
  account: {
    title: string
    console: string
    visits: string
    organization: string
    change: string
    contact: string
    phone: string
    phoneHint: string
    language: string
    save: string
    saved: string
    confirmed: string
    unconfirmed: string
    confirmNow: string
    password: { heading: string; change: string; button: string; forgotten: string; text: string; send: string }
    sessions: {
      heading: string
      unknown: string
      here: string
      lastUsed(when: string): string
      end: string
      endOthers: string
    }
    clients: { heading: string; text: string; none: string; acts: string; waits: string; signs: string; ended: string }
    clientActions: Record<'allowActing' | 'withdrawActing' | 'allowSigning' | 'withdrawSigning' | 'end', string>
    secondFactor: { heading: string; on: string; off: string; link: string }
    data: { heading: string; text: string; button: string }
    leave: { heading: string; text: string; button: string }
    signOut: string
  }
  notices: Record<'unknown' | 'foreign' | 'tooMany' | 'failed', { heading: string; text: string }>
}
