import type { Language } from '../../../../lib/channels.ts'
import type { Mode } from '../../../../lib/visit-modes.ts'

/** The texts of the booking pages. */
export type Words = {
  title: string
  search: {
    title: string
    intro: string
    specialty: string
    city: string
    spoken: string
    mode: string
    any: string
    button: string
    none: string
    next: string
    all: string
  }
  modes: Record<Mode, string>
  doctor: {
    title(name: string): string
    type: string
    choose: string
    none: string
    later: string
    wait: string
    back: string
  }
  time: { title: string; text: string; button: string; taken: string }
  confirm: {
    title: string
    held(until: string): string
    patient: string
    self(name: string): string
    reason: string
    reasonHint: string
    code(address: string): string
    codeLabel: string
    again: string
    button: string
  }
  details: { when: string; with: string; what: string; where: string }
  done: { title: string; text: string; join: string; calendar: string; account: string; waitlist: string }
  waitlist: {
    title: string
    none: string
    waiting(until: string): string
    offered(until: string): string
    accept: string
    decline: string
    leave: string
  }
  faults: Record<
    'slot' | 'expired' | 'limit' | 'missed' | 'elsewhere' | 'code' | 'tooMany' | 'failed' | 'role' | 'waitLimit',
    string
  >
  notices: Record<'unknown' | 'foreign' | 'tooMany' | 'failed', { heading: string; text: string }>
}

const fr: Words = {
  title: 'Prendre rendez-vous',
  search: {
    title: 'Prendre rendez-vous',
    intro: 'Cherchez par spécialité ou par ville : le premier créneau libre de chaque praticien s’affiche.',
    specialty: 'Spécialité',
    city: 'Ville',
    spoken: 'Langue parlée',
    mode: 'Type de consultation',
    any: 'Peu importe',
    button: 'Chercher',
    none: 'Aucun créneau libre dans les 30 prochains jours. Élargissez la recherche.',
    next: 'Premier créneau :',
    all: 'Voir les créneaux',
  },
  modes: { VIDEO: 'En vidéo', IN_PERSON: 'Au cabinet', HOME: 'À domicile', PHONE: 'Par téléphone' },
  doctor: {
    title: (name) => `Rendez-vous avec ${name}`,
    type: 'Motif',
    choose: 'Afficher',
    none: 'Aucun créneau libre pour ce motif sur cette période.',
    later: 'Créneaux suivants',
    wait: 'M’avertir si un créneau se libère',
    back: 'Nouvelle recherche',
  },
  time: {
    title: 'Votre créneau',
    text: 'Nous le gardons 5 minutes pour vous, le temps de confirmer.',
    button: 'Continuer',
    taken: 'Choisir un autre créneau',
  },
  confirm: {
    title: 'Confirmer le rendez-vous',
    held: (until) => `Ce créneau vous est réservé jusqu’à ${until}.`,
    patient: 'Pour qui ?',
    self: (name) => `${name} (moi)`,
    reason: 'Votre demande, en quelques mots',
    reasonHint: 'Facultatif. Le secrétariat peut le lire : rien de médical.',
    code: (address) => `Confirmez votre adresse : un code à 6 chiffres a été envoyé à ${address}.`,
    codeLabel: 'Code reçu',
    again: 'Renvoyer le code',
    button: 'Réserver',
  },
  details: { when: 'Quand', with: 'Avec', what: 'Motif', where: 'Où' },
  done: {
    title: 'C’est réservé',
    text: 'Vous recevez un message avec tous les détails, puis un rappel la veille.',
    join: 'Ouvrir le lien de la consultation vidéo',
    calendar: 'Ajouter à mon agenda',
    account: 'Mon espace',
    waitlist: 'Mes demandes en attente',
  },
  waitlist: {
    title: 'Liste d’attente',
    none: 'Vous n’êtes sur aucune liste d’attente.',
    waiting: (until) => `En attente d’un créneau jusqu’au ${until}. Nous vous écrivons dès qu’il s’en libère un.`,
    offered: (until) => `Réservé pour vous jusqu’à ${until}`,
    accept: 'Accepter',
    decline: 'Refuser',
    leave: 'Quitter la liste',
  },
  faults: {
    slot: 'Ce créneau vient d’être pris ou n’est plus proposé. Choisissez-en un autre.',
    expired: 'La réservation du créneau a expiré. Choisissez-en un autre.',
    limit: 'Vous avez déjà le nombre maximal de rendez-vous à venir.',
    missed: 'Vous avez manqué plusieurs rendez-vous. Appelez le cabinet pour réserver.',
    elsewhere: 'Ce praticien exerce dans une autre organisation que la vôtre. Inscrivez-vous auprès d’elle.',
    code: 'Ce code est faux ou expiré.',
    tooMany: 'Trop d’essais. Réessayez plus tard.',
    failed: 'La réservation a échoué. Réessayez dans un instant.',
    role: 'Seuls les patients réservent ici. Le personnel réserve dans la console.',
    waitLimit: 'Vous attendez déjà un créneau, ou vous êtes sur le nombre maximal de listes.',
  },
  notices: {
    unknown: { heading: 'Page introuvable', text: 'Cette adresse ne mène nulle part. Reprenez la recherche.' },
    foreign: { heading: 'Formulaire refusé', text: 'Il vient d’un autre site. Reprenez la réservation ici.' },
    tooMany: { heading: 'Trop de demandes', text: 'Réessayez dans quelques minutes.' },
    failed: { heading: 'Service indisponible', text: 'Réessayez dans un instant.' },
  },
}

const ar: Words = {
  title: 'حجز موعد',
  search: {
    title: 'حجز موعد',
    intro: 'ابحثوا حسب التخصص أو المدينة: يظهر أول موعد شاغر عند كل طبيب.',
    specialty: 'التخصص',
    city: 'المدينة',
    spoken: 'اللغة',
    mode: 'نوع الاستشارة',
    any: 'أي نوع',
    button: 'بحث',
    none: 'لا يوجد أي موعد شاغر خلال 30 يوما القادمة. وسعوا البحث.',
    next: 'أول موعد:',
    all: 'عرض المواعيد',
  },
  modes: { VIDEO: 'بالفيديو', IN_PERSON: 'في العيادة', HOME: 'في المنزل', PHONE: 'بالهاتف' },
  doctor: {
    title: (name) => `موعد مع ${name}`,
    type: 'سبب الزيارة',
    choose: 'عرض',
    none: 'لا يوجد أي موعد شاغر لهذا السبب في هذه الفترة.',
    later: 'المواعيد التالية',
    wait: 'أعلموني إذا شغر موعد',
    back: 'بحث جديد',
  },
  time: {
    title: 'موعدكم',
    text: 'نحتفظ لكم به 5 دقائق إلى حين التأكيد.',
    button: 'متابعة',
    taken: 'اختيار موعد آخر',
  },
  confirm: {
    title: 'تأكيد الموعد',
    held: (until) => `هذا الموعد محجوز لكم إلى غاية ${until}.`,
    patient: 'لمن؟',
    self: (name) => `${name} (أنا)`,
    reason: 'طلبكم باختصار',
    reasonHint: 'اختياري. يمكن للاستقبال قراءته: لا تكتبوا معلومات طبية.',
    code: (address) => `أكدوا عنوانكم: تم إرسال رمز من 6 أرقام إلى ${address}.`,
    codeLabel: 'الرمز',
    again: 'إعادة إرسال الرمز',
    button: 'حجز',
  },
  details: { when: 'متى', with: 'مع', what: 'سبب الزيارة', where: 'أين' },
  done: {
    title: 'تم الحجز',
    text: 'ستتوصلون برسالة تضم كل التفاصيل، ثم بتذكير في اليوم السابق.',
    join: 'فتح رابط الاستشارة بالفيديو',
    calendar: 'إضافة إلى التقويم',
    account: 'حسابي',
    waitlist: 'طلباتي في الانتظار',
  },
  waitlist: {
    title: 'لائحة الانتظار',
    none: 'لستم في أي لائحة انتظار.',
    waiting: (until) => `في انتظار موعد إلى غاية ${until}. سنراسلكم حالما يشغر موعد.`,
    offered: (until) => `محجوز لكم إلى غاية ${until}`,
    accept: 'قبول',
    decline: 'رفض',
    leave: 'مغادرة اللائحة',
  },
  faults: {
    slot: 'تم حجز هذا الموعد أو لم يعد معروضا. اختاروا موعدا آخر.',
    expired: 'انتهت مدة الاحتفاظ بالموعد. اختاروا موعدا آخر.',
    limit: 'بلغتم العدد الأقصى من المواعيد القادمة.',
    missed: 'تغيبتم عن عدة مواعيد. اتصلوا بالعيادة للحجز.',
    elsewhere: 'يعمل هذا الطبيب في مؤسسة أخرى غير مؤسستكم. سجلوا أنفسكم لديها.',
    code: 'هذا الرمز خاطئ أو منتهي الصلاحية.',
    tooMany: 'محاولات كثيرة. أعيدوا المحاولة لاحقا.',
    failed: 'تعذر الحجز. أعيدوا المحاولة بعد لحظات.',
    role: 'الحجز هنا للمرضى فقط. يحجز الموظفون في لوحة الإدارة.',
    waitLimit: 'أنتم في انتظار موعد بالفعل، أو بلغتم العدد الأقصى من اللوائح.',
  },
  notices: {
    unknown: { heading: 'الصفحة غير موجودة', text: 'هذا العنوان غير صحيح. أعيدوا البحث.' },
    foreign: { heading: 'تم رفض الاستمارة', text: 'مصدرها موقع آخر. أعيدوا الحجز من هنا.' },
    tooMany: { heading: 'طلبات كثيرة', text: 'أعيدوا المحاولة بعد بضع دقائق.' },
    failed: { heading: 'الخدمة غير متاحة', text: 'أعيدوا المحاولة بعد لحظات.' },
  },
}

const en: Words = {
  title: 'Book a visit',
  search: {
    title: 'Book a visit',
    intro: 'Search by specialty or city: you see the first free time of each practitioner.',
    specialty: 'Specialty',
    city: 'City',
    spoken: 'Spoken language',
    mode: 'Kind of visit',
    any: 'Any',
    button: 'Search',
    none: 'No free time in the next 30 days. Widen your search.',
    next: 'First free time:',
    all: 'See all times',
  },
  modes: { VIDEO: 'By video', IN_PERSON: 'At the practice', HOME: 'At home', PHONE: 'By telephone' },
  doctor: {
    title: (name) => `A visit with ${name}`,
    type: 'Reason',
    choose: 'Show',
    none: 'No free time for this reason in this period.',
    later: 'Later times',
    wait: 'Tell me when a time becomes free',
    back: 'New search',
  },
  time: {
    title: 'Your time',
    text: 'We keep it for you for 5 minutes while you confirm.',
    button: 'Continue',
    taken: 'Choose another time',
  },
  confirm: {
    title: 'Confirm your visit',
    held: (until) => `This time is held for you until ${until}.`,
    patient: 'Who is it for?',
    self: (name) => `${name} (me)`,
    reason: 'Your request, in a few words',
    reasonHint: 'Optional. The front desk can read it: nothing medical.',
    code: (address) => `Confirm your address: a 6-digit code was sent to ${address}.`,
    codeLabel: 'Code',
    again: 'Send the code again',
    button: 'Book',
  },
  details: { when: 'When', with: 'With', what: 'Reason', where: 'Where' },
  done: {
    title: 'Your visit is booked',
    text: 'You get a message with all details, and a reminder the day before.',
    join: 'Open the link of the video consultation',
    calendar: 'Add to my calendar',
    account: 'My account',
    waitlist: 'My waitlist',
  },
  waitlist: {
    title: 'Waitlist',
    none: 'You are on no waitlist.',
    waiting: (until) => `Waiting for a time until ${until}. We write to you as soon as one becomes free.`,
    offered: (until) => `Held for you until ${until}`,
    accept: 'Accept',
    decline: 'Decline',
    leave: 'Leave the waitlist',
  },
  faults: {
    slot: 'This time has just been taken, or is no longer offered. Choose another one.',
    expired: 'The time is no longer held for you. Choose another one.',
    limit: 'You already have the maximum number of visits to come.',
    missed: 'You have missed several visits. Call the practice to book.',
    elsewhere: 'This practitioner works in another organisation than yours. Register there.',
    code: 'This code is wrong or has expired.',
    tooMany: 'Too many attempts. Try again later.',
    failed: 'The booking failed. Try again in a moment.',
    role: 'Only patients book here. The staff books in the console.',
    waitLimit: 'You already wait for a time, or are on the maximum number of waitlists.',
  },
  notices: {
    unknown: { heading: 'Page not found', text: 'This address leads nowhere. Start a new search.' },
    foreign: { heading: 'Form refused', text: 'It comes from another site. Start the booking here.' },
    tooMany: { heading: 'Too many requests', text: 'Try again in a few minutes.' },
    failed: { heading: 'Service unavailable', text: 'Try again in a moment.' },
  },
}

export const words: Record<Language, Words> = { fr, ar, en }
