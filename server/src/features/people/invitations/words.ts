import type { Language } from '../../../lib/channels.ts'

type Notice = { heading: string; text: string }

/** The texts of the pages of an invitation. */
export type Words = {
  title: string
  open: {
    heading(organization: string): string
    text(name: string): string
    chosen: { text: string; label: string }
    present: { text: string; label: string }
    button: string
    until(when: string): string
  }
  faults: Record<'wrong' | 'unfit', string>
  done: { heading: string; text(organization: string): string; signIn: string }
  notices: Record<'used' | 'over' | 'unknown' | 'member' | 'tooMany' | 'failed', Notice>
}

const fr: Words = {
  title: 'Invitation à Medina Care',
  open: {
    heading: (organization) => `${organization} vous invite`,
    text: (name) => `Bonjour ${name}, vous pourrez y travailler sur Medina Care avec cette adresse :`,
    chosen: {
      text: 'Choisissez un mot de passe de 8 caractères ou plus, par exemple une phrase.',
      label: 'Nouveau mot de passe',
    },
    present: {
      text: 'Cette adresse a déjà un compte. Confirmez avec son mot de passe que c’est le vôtre.',
      label: 'Mot de passe de votre compte',
    },
    button: 'Accepter l’invitation',
    until: (when) => `Ce lien fonctionne une seule fois, jusqu’au ${when}.`,
  },
  faults: {
    wrong: 'Ce n’est pas le mot de passe de ce compte.',
    unfit: 'Ce mot de passe est trop court, trop long ou trop courant. Choisissez-en un autre.',
  },
  done: {
    heading: 'C’est fait',
    text: (organization) =>
      `Vous travaillez maintenant avec ${organization}. Connectez-vous ici ou dans son application, avec votre adresse et votre mot de passe.`,
    signIn: 'Se connecter',
  },
  notices: {
    used: {
      heading: 'Cette invitation a déjà été acceptée',
      text: 'Connectez-vous avec votre adresse et votre mot de passe.',
    },
    over: {
      heading: 'Ce lien n’est plus valable',
      text: 'L’invitation a expiré, a été retirée ou envoyée à nouveau. Demandez-en une nouvelle à la personne qui vous a invité.',
    },
    unknown: { heading: 'Ce lien est inconnu', text: 'Vérifiez qu’il a été copié en entier.' },
    member: {
      heading: 'Cette invitation n’a pas pu être acceptée',
      text: 'Vous avez peut-être déjà un accès à cette organisation, ou un compte vient d’être créé : connectez-vous, ou rouvrez le lien. Si votre compte n’a pas encore de mot de passe, adressez-vous à l’organisation qui l’a créé.',
    },
    tooMany: { heading: 'Trop de tentatives', text: 'Attendez une minute, puis rouvrez le lien.' },
    failed: { heading: 'Quelque chose n’a pas marché de notre côté', text: 'Rouvrez le lien dans un instant.' },
  },
}

const ar: Words = {
  title: 'دعوة إلى Medina Care',
  open: {
    heading: (organization) => `دعوة من ${organization}`,
    text: (name) => `مرحبا ${name}، يمكنك العمل معها على Medina Care بهذا العنوان:`,
    chosen: { text: 'اختر كلمة مرور من 8 أحرف أو أكثر، مثل جملة.', label: 'كلمة مرور جديدة' },
    present: {
      text: 'لهذا العنوان حساب من قبل. أكّد بكلمة مروره أنه حسابك.',
      label: 'كلمة مرور حسابك',
    },
    button: 'قبول الدعوة',
    until: (when) => `يعمل هذا الرابط مرة واحدة، حتى ${when}.`,
  },
  faults: {
    wrong: 'هذه ليست كلمة مرور هذا الحساب.',
    unfit: 'كلمة المرور هذه قصيرة جدا أو طويلة جدا أو شائعة جدا. اختر غيرها.',
  },
  done: {
    heading: 'تمّ',
    text: (organization) => `أنت الآن تعمل مع ${organization}. سجّل الدخول هنا أو في تطبيقها بعنوانك وكلمة مرورك.`,
    signIn: 'تسجيل الدخول',
  },
  notices: {
    used: { heading: 'قُبلت هذه الدعوة من قبل', text: 'سجّل الدخول بعنوانك وكلمة مرورك.' },
    over: {
      heading: 'لم يعد هذا الرابط صالحا',
      text: 'انتهت مدة الدعوة أو سُحبت أو أُرسلت من جديد. اطلب دعوة جديدة ممن دعاك.',
    },
    unknown: { heading: 'هذا الرابط غير معروف', text: 'تأكد من أنه نُسخ كاملا.' },
    member: {
      heading: 'تعذر قبول هذه الدعوة',
      text: 'قد يكون لديك حساب في هذه المنظمة، أو أُنشئ حساب للتو: سجّل الدخول أو افتح الرابط من جديد. وإن لم تكن لحسابك كلمة مرور بعد فاتصل بالمنظمة التي أنشأته.',
    },
    tooMany: { heading: 'محاولات كثيرة', text: 'انتظر دقيقة ثم افتح الرابط من جديد.' },
    failed: { heading: 'حدث خطأ من جهتنا', text: 'افتح الرابط من جديد بعد لحظات.' },
  },
}

const en: Words = {
  title: 'Invitation to Medina Care',
  open: {
    heading: (organization) => `${organization} invites you`,
    text: (name) => `Hello ${name}, you can work with this organisation on Medina Care, with this address:`,
    chosen: { text: 'Choose a password of at least 8 characters, such as a sentence.', label: 'New password' },
    present: {
      text: 'This address already has an account. Enter its password to confirm that it is yours.',
      label: 'Password of your account',
    },
    button: 'Accept the invitation',
    until: (when) => `This link works once, until ${when}.`,
  },
  faults: {
    wrong: 'This is not the password of the account.',
    unfit: 'This password is too short, too long or too common. Choose another one.',
  },
  done: {
    heading: 'Done',
    text: (organization) =>
      `You are now a member of ${organization}. Sign in here or in its application, with your address and your password.`,
    signIn: 'Sign in',
  },
  notices: {
    used: { heading: 'This invitation was already accepted', text: 'Sign in with your address and your password.' },
    over: {
      heading: 'This link is no longer valid',
      text: 'The invitation has expired, was revoked or was sent again. Ask the person who invited you for a new one.',
    },
    unknown: { heading: 'Unknown link', text: 'Check that you copied the whole link.' },
    member: {
      heading: 'This invitation could not be accepted',
      text: 'You may already have access to this organisation, or an account was created just now. Sign in, or open the link again. If your account has no password yet, ask the organisation that created it.',
    },
    tooMany: { heading: 'Too many attempts', text: 'Wait a minute, then open the link again.' },
    failed: { heading: 'Something went wrong on our side', text: 'Open the link again in a moment.' },
  },
}

export const words: Record<Language, Words> = { fr, ar, en }
