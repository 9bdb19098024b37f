/** The hash of the published `sandbox-password`, precomputed to keep starts fast. Also in migration 0010. */
export const SANDBOX_PASSWORD_HASH =
  '$argon2id$v=19$m=32768,t=2,p=1$kPjWr4KjnI+ECMXvQMZc1g$utyO+cm2tEmu8MW5QihM7HdEZEr/PTQFLBCPJjuHZac'

/** Fictitious people with Moroccan names. */
export const cities = [
  'Casablanca',
  'Rabat',
  'Marrakech',
  'Fès',
  'Tanger',
  'Agadir',
  'Meknès',
  'Oujda',
  'Tétouan',
  'Laâyoune',
  'فاس',
  'Marrakesh',
  'Casablanca',
  'Rabat',
]

type Doctor = { name: string; latin?: string; specialty: string; role: 'DOCTOR' | 'DENTIST'; languages: string }

/** Most doctors speak French and Arabic. One writes only Arabic, one only English. */
export const doctors: Doctor[] = [
  { name: 'Dr Nadia Chraïbi', specialty: 'Cardiologie', role: 'DOCTOR', languages: 'fr ar en' },
  { name: 'Dr Karim Tazi', specialty: 'Dermatologie', role: 'DOCTOR', languages: 'fr ar' },
  { name: 'Dr Hind Ouazzani', specialty: 'Pédiatrie', role: 'DOCTOR', languages: 'fr ar' },
  { name: 'Dr Omar Berrada', specialty: 'Médecine générale', role: 'DOCTOR', languages: 'fr ar zgh' },
  { name: 'Dr Samira Kettani', specialty: 'Gynécologie', role: 'DOCTOR', languages: 'fr ar es' },
  { name: 'Dr Mehdi Lahlou', specialty: 'Médecine dentaire', role: 'DENTIST', languages: 'fr ar en' },
  { name: 'Dr Imane Bennis', specialty: 'Endocrinologie', role: 'DOCTOR', languages: 'fr ar' },
  { name: 'Dr Rachid Alaoui', specialty: 'Psychiatrie', role: 'DOCTOR', languages: 'fr ar en' },
  { name: 'Dr Zineb Sqalli', specialty: 'Ophtalmologie', role: 'DOCTOR', languages: 'fr ar' },
  { name: 'Dr Hamza Naciri', specialty: 'Pneumologie', role: 'DOCTOR', languages: 'ar fr zgh' },
  { name: 'د. خديجة العلمي', latin: 'Dr Khadija Alami', specialty: 'طب الأطفال', role: 'DOCTOR', languages: 'ar' },
  { name: 'Dr Sarah Whitfield', specialty: 'General practice', role: 'DOCTOR', languages: 'en fr' },
  { name: 'Dr Anas Filali', specialty: 'Cardiologie', role: 'DOCTOR', languages: 'fr ar' },
  { name: 'Dr Ghita Benchekroun', specialty: 'Orthodontie', role: 'DENTIST', languages: 'fr ar en' },
]

/** Names in Latin letters and in Arabic. */
const firstNames = Object.entries({
  ...{ Fatima: 'فاطمة', Mohammed: 'محمد', Khadija: 'خديجة', Ahmed: 'أحمد', Aïcha: 'عائشة' },
  ...{ Hassan: 'حسن', Meryem: 'مريم', Ilyas: 'إلياس', Sanaa: 'سناء' },
})
const lastNames = Object.entries({ Bouzid: 'بوزيد', 'El Amrani': 'العمراني', Zerouali: 'الزروالي', Haddad: 'حداد' })

/** The names of patients in Arabic. */
export const arabicNames = new Map<string, string>(
  lastNames.flatMap(([last, lastAr]) =>
    firstNames.map(([first, firstAr]) => [`${first} ${last}`, `${firstAr} ${lastAr}`] as const),
  ),
)

export const patients = [...arabicNames.keys()]

/** Female first names. */
export const femaleNames = new Set(['Fatima', 'Khadija', 'Aïcha', 'Meryem', 'Sanaa', 'Rkia', 'Zohra'])

/** Patients without a recent visit. */
export const lapsedPatients = ['Rkia Ouhammou', 'Brahim Aït Lahcen', 'Zohra Benjelloun']

/** A name as part of e-mail addresses and URLs. */
export const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
