import type { Language } from '../../../../lib/channels.ts'
import type { ClosedState } from './rules.ts'

type Text = { heading: string; text: string }

/** The texts of a link's page. */
export type Words = {
  title: string
  visit: {
    opens(when: string): string
    when: string
    with: string
    specialty: string
    place: string
    check: string
    calendar: string
    keep: string
    after: string
    record: string
  }
  states: Record<ClosedState, Text>
  notices: Record<'unknown' | 'ended' | 'tooMany' | 'failed', Text>
}

const fr: Words = {
  title: 'Consultation vidéo',
  visit: {
    opens: (when) => `La salle ouvre le ${when}. Revenez alors sur cette page : elle vous y mènera.`,
    when: 'Quand',
    with: 'Avec',
    specialty: 'Spécialité',
    place: 'Où',
    check: 'Tester la caméra et le micro',
    calendar: 'Ajouter à mon agenda',
    keep: 'Ce lien est personnel : ne le transmettez à personne. Il reste le même si l’heure change.',
    after: 'Voir la suite',
    record: 'Notes, ordonnance, certificat',
  },
  states: {
    EARLY: { heading: 'Votre consultation vidéo', text: '' },
    OVER: {
      heading: 'Cette consultation est terminée',
      text: 'Ordonnance, certificat, facture et prochain rendez-vous vous attendent après connexion. Un message vous prévient de chaque document.',
    },
    CANCELLED: {
      heading: 'Ce rendez‑vous est annulé',
      text: 'La consultation n’aura pas lieu. Contactez la clinique pour en prendre un autre.',
    },
    MISSED: {
      heading: 'Cette consultation n’a pas eu lieu',
      text: 'Contactez la clinique pour prendre un autre rendez-vous.',
    },
    ELSEWHERE: {
      heading: 'Ce rendez‑vous n’a plus lieu en vidéo',
      text: 'Voici où et quand il a lieu.',
    },
  },
  notices: {
    unknown: {
      heading: 'Lien inconnu',
      text: 'Vérifiez qu’il est complet, ou ouvrez-le de nouveau depuis le message que vous avez reçu.',
    },
    ended: {
      heading: 'Ce lien a pris fin',
      text: 'Ouvrez le dernier message que vous avez reçu, ou demandez un autre lien à la clinique.',
    },
    tooMany: { heading: 'Trop d’essais', text: 'Attendez une minute, puis ouvrez le lien de nouveau.' },
    failed: { heading: 'Un problème est survenu', text: 'Rien n’est perdu : rechargez la page dans un instant.' },
  },
}

const ar: Words = {
  title: 'استشارة بالفيديو',
  visit: {
    opens: (when) => `تفتح القاعة يوم ${when}. عودوا حينها إلى هذه الصفحة، فهي تأخذكم إليها.`,
    when: 'الموعد',
    with: 'مع',
    specialty: 'التخصص',
    place: 'المكان',
    check: 'تجربة الكاميرا والميكروفون',
    calendar: 'إضافة إلى المفكرة',
    keep: 'هذا الرابط شخصي، فلا ترسلوه إلى أي شخص آخر. ويبقى نفسه إذا تغيّر الموعد.',
    after: 'الخطوات التالية',
    record: 'الملاحظات والوصفة والشهادة',
  },
  states: {
    EARLY: { heading: 'استشارتكم بالفيديو', text: '' },
    OVER: {
      heading: 'انتهت هذه الاستشارة',
      text: 'تجدون الوصفة والشهادة والفاتورة والموعد القادم بعد تسجيل الدخول. وتصلكم رسالة عن كل وثيقة.',
    },
    CANCELLED: {
      heading: 'أُلغي هذا الموعد',
      text: 'لن تتم هذه الاستشارة. اتصلوا بالعيادة لأخذ موعد آخر.',
    },
    MISSED: { heading: 'لم تتم هذه الاستشارة', text: 'اتصلوا بالعيادة لأخذ موعد آخر.' },
    ELSEWHERE: { heading: 'لم يعد هذا الموعد بالفيديو', text: 'إليكم مكانه ووقته.' },
  },
  notices: {
    unknown: {
      heading: 'رابط غير معروف',
      text: 'تحقّقوا من أنه كامل، أو افتحوه من جديد من الرسالة التي وصلتكم.',
    },
    ended: {
      heading: 'انتهت صلاحية هذا الرابط',
      text: 'افتحوا آخر رسالة وصلتكم، أو اطلبوا رابطا آخر من العيادة.',
    },
    tooMany: { heading: 'محاولات كثيرة', text: 'انتظروا دقيقة، ثم افتحوا الرابط من جديد.' },
    failed: { heading: 'حدثت مشكلة', text: 'لم يضع شيء: أعيدوا تحميل الصفحة بعد لحظات.' },
  },
}

const en: Words = {
  title: 'Video consultation',
  visit: {
    opens: (when) => `The room opens on ${when}. Come back to this page then: it takes you there.`,
    when: 'When',
    with: 'With',
    specialty: 'Specialty',
    place: 'Where',
    check: 'Test camera and microphone',
    calendar: 'Add to my calendar',
    keep: 'This link is yours alone: do not pass it on. It stays the same if the time changes.',
    after: 'What happens next',
    record: 'Notes, prescription, certificate',
  },
  states: {
    EARLY: { heading: 'Your video consultation', text: '' },
    OVER: {
      heading: 'This consultation is over',
      text: 'Prescription, certificate, invoice and next visit await you after signing in. A message tells you about each document.',
    },
    CANCELLED: {
      heading: 'This appointment is cancelled',
      text: 'The consultation will not take place. Contact the clinic to book another one.',
    },
    MISSED: {
      heading: 'This consultation did not take place',
      text: 'Contact the clinic to book another one.',
    },
    ELSEWHERE: { heading: 'This appointment is no longer by video', text: 'Here is where and when it takes place.' },
  },
  notices: {
    unknown: {
      heading: 'Unknown link',
      text: 'Check that it is complete, or open it again from the message that you received.',
    },
    ended: {
      heading: 'This link has ended',
      text: 'Open the last message that you received, or ask the clinic for another link.',
    },
    tooMany: { heading: 'Too many tries', text: 'Wait a minute, then open the link again.' },
    failed: { heading: 'Something went wrong', text: 'Nothing is lost: load the page again in a moment.' },
  },
}

export const words: Record<Language, Words> = { fr, ar, en }
