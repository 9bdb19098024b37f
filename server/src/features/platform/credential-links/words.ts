import type { Language } from '../../../lib/channels.ts'

type Notice = { heading: string; text: string }

/** The texts of a link's page. */
export type Words = {
  title: string
  open: { heading: string; text: string; keep: string; button: string; until(when: string): string }
  shown: {
    heading: string
    warning: string
    store: string
    clientId: string
    clientSecret: string
    tokenEndpoint: string
    example: string
    previous(when: string): string
    reference: string
  }
  notices: Record<'used' | 'over' | 'unknown' | 'rotating' | 'tooMany' | 'failed', Notice>
}

const fr: Words = {
  title: 'Accès à Medina Care',
  open: {
    heading: 'Votre accès à l’API Medina Care',
    text: 'Un accès vous a été préparé. Le bouton ci-dessous crée son secret et vous le montre une seule fois.',
    keep: 'Ayez sous la main un endroit sûr où le garder, par exemple un gestionnaire de mots de passe : personne ne pourra le montrer à nouveau, pas même nous.',
    button: 'Afficher le secret',
    until: (when) => `Ce lien fonctionne une seule fois, jusqu’au ${when}.`,
  },
  shown: {
    heading: 'Voici votre secret',
    warning: 'Copiez-le maintenant : il ne sera plus jamais affiché.',
    store: 'Gardez-le là où seuls vos serveurs peuvent le lire, jamais dans une page, une application ou un courriel.',
    clientId: 'Identifiant du client',
    clientSecret: 'Secret du client',
    tokenEndpoint: 'Adresse pour obtenir un jeton',
    example: 'Pour essayer',
    previous: (when) => `Le secret précédent fonctionne encore jusqu’au ${when}.`,
    reference: 'Documentation de l’API',
  },
  notices: {
    used: {
      heading: 'Ce lien a déjà servi',
      text: 'Le secret a été montré une fois et ne peut plus l’être. Si ce n’est pas vous qui l’avez vu, prévenez tout de suite la personne qui vous a envoyé le lien. Pour un nouveau secret, demandez-lui un nouveau lien.',
    },
    over: {
      heading: 'Ce lien n’est plus valable',
      text: 'Il a expiré, ou un lien plus récent l’a remplacé. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    unknown: {
      heading: 'Ce lien est inconnu',
      text: 'Vérifiez qu’il a été copié en entier. Si c’est le cas, demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    rotating: {
      heading: 'Un changement de secret est en cours',
      text: 'Deux secrets fonctionnent déjà. Rouvrez ce lien quand l’ancien aura pris fin, ou demandez un nouveau lien à la personne qui vous l’a envoyé. Celui-ci n’a pas été utilisé.',
    },
    tooMany: { heading: 'Trop de tentatives', text: 'Attendez une minute, puis rouvrez le lien.' },
    failed: {
      heading: 'Quelque chose n’a pas marché de notre côté',
      text: 'Rouvrez le lien dans un instant. S’il a déjà servi, demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
  },
}

const ar: Words = {
  title: 'الوصول إلى Medina Care',
  open: {
    heading: 'وصولك إلى واجهة Medina Care البرمجية',
    text: 'أُعِدّ لك وصول إلى المنصة. يُنشئ الزر أدناه السرّ ويعرضه عليك مرة واحدة فقط.',
    keep: 'جهّز مكانًا آمنًا لحفظه، مثل مدير كلمات المرور: لن يتمكن أحد من عرضه مرة أخرى، ولا نحن.',
    button: 'إظهار السرّ',
    until: (when) => `يعمل هذا الرابط مرة واحدة، حتى ${when}.`,
  },
  shown: {
    heading: 'هذا هو السرّ الخاص بك',
    warning: 'انسخه الآن: لن يُعرض مرة أخرى أبدًا.',
    store: 'احفظه حيث لا يقرؤه سوى خوادمك، ولا تضعه أبدًا في صفحة أو تطبيق أو رسالة.',
    clientId: 'معرّف العميل',
    clientSecret: 'سرّ العميل',
    tokenEndpoint: 'عنوان الحصول على رمز',
    example: 'للتجربة',
    previous: (when) => `يبقى السرّ السابق صالحًا حتى ${when}.`,
    reference: 'توثيق الواجهة البرمجية',
  },
  notices: {
    used: {
      heading: 'سبق استعمال هذا الرابط',
      text: 'عُرض السرّ مرة واحدة ولا يمكن عرضه من جديد. إن لم تكن أنت من رآه فأخبر فورًا من أرسل إليك الرابط. وللحصول على سرّ جديد اطلب منه رابطًا جديدًا.',
    },
    over: {
      heading: 'لم يعد هذا الرابط صالحًا',
      text: 'انتهت مدته، أو حلّ محله رابط أحدث. اطلب رابطًا جديدًا ممن أرسله إليك.',
    },
    unknown: {
      heading: 'هذا الرابط غير معروف',
      text: 'تأكد من أنه نُسخ كاملًا. وإن كان كذلك فاطلب رابطًا جديدًا ممن أرسله إليك.',
    },
    rotating: {
      heading: 'يجري الآن تغيير السرّ',
      text: 'هناك سرّان صالحان بالفعل. افتح هذا الرابط من جديد بعد انتهاء القديم، أو اطلب رابطًا جديدًا ممن أرسله إليك. لم يُستعمل هذا الرابط بعد.',
    },
    tooMany: { heading: 'محاولات كثيرة', text: 'انتظر دقيقة ثم افتح الرابط من جديد.' },
    failed: {
      heading: 'حدث خطأ من جهتنا',
      text: 'افتح الرابط من جديد بعد لحظات. وإن سبق استعماله فاطلب رابطًا جديدًا ممن أرسله إليك.',
    },
  },
}

const en: Words = {
  title: 'Access to Medina Care',
  open: {
    heading: 'Your access to the Medina Care API',
    text: 'Access has been prepared for you. The button below creates its secret and shows it to you once.',
    keep: 'Have a safe place ready to store it, such as a password manager: it can never be shown again.',
    button: 'Show the secret',
    until: (when) => `This link works once, until ${when}.`,
  },
  shown: {
    heading: 'This is your secret',
    warning: 'Copy it now: it will never be shown again.',
    store: 'Keep it where only your servers can read it, never in a page, an app or an e-mail.',
    clientId: 'Client id',
    clientSecret: 'Client secret',
    tokenEndpoint: 'Where to obtain a token',
    example: 'Try it',
    previous: (when) => `The previous secret works until ${when}.`,
    reference: 'API reference',
  },
  notices: {
    used: {
      heading: 'This link has been used',
      text: 'The secret was shown once and cannot be shown again. If it was not shown to you, tell the person who sent you the link at once. For a new secret, ask them for a new link.',
    },
    over: {
      heading: 'This link is no longer valid',
      text: 'It has expired, or a newer link has replaced it. Ask the person who sent it for a new link.',
    },
    unknown: {
      heading: 'Unknown link',
      text: 'Check that you copied the whole link. If you did, ask the person who sent it for a new link.',
    },
    rotating: {
      heading: 'The secret is being changed',
      text: 'Two secrets are already valid. Open this link again when the older one has expired, or ask the person who sent it for a new link. This link has not been used.',
    },
    tooMany: { heading: 'Too many attempts', text: 'Wait a minute, then open the link again.' },
    failed: {
      heading: 'Something went wrong on our side',
      text: 'Open the link again in a moment. If it has been used, ask the person who sent it for a new one.',
    },
  },
}

export const words: Record<Language, Words> = { fr, ar, en }
