/** `sandbox-password`, hashed once for all: everybody knows it, and a start has no time for it. Migration 0010 has it too. */
export const SANDBOX_PASSWORD_HASH =
  '$argon2id$v=19$m=32768,t=2,p=1$kPjWr4KjnI+ECMXvQMZc1g$utyO+cm2tEmu8MW5QihM7HdEZEr/PTQFLBCPJjuHZac'

/** Fictitious people, named as people in Morocco are. */
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
]

export const doctors = [
  { name: 'Dr Nadia Chraïbi', specialty: 'Cardiologie', role: 'DOCTOR' },
  { name: 'Dr Karim Tazi', specialty: 'Dermatologie', role: 'DOCTOR' },
  { name: 'Dr Hind Ouazzani', specialty: 'Pédiatrie', role: 'DOCTOR' },
  { name: 'Dr Omar Berrada', specialty: 'Médecine générale', role: 'DOCTOR' },
  { name: 'Dr Samira Kettani', specialty: 'Gynécologie', role: 'DOCTOR' },
  { name: 'Dr Mehdi Lahlou', specialty: 'Médecine dentaire', role: 'DENTIST' },
  { name: 'Dr Imane Bennis', specialty: 'Endocrinologie', role: 'DOCTOR' },
  { name: 'Dr Rachid Alaoui', specialty: 'Psychiatrie', role: 'DOCTOR' },
  { name: 'Dr Zineb Sqalli', specialty: 'Ophtalmologie', role: 'DOCTOR' },
  { name: 'Dr Hamza Naciri', specialty: 'Pneumologie', role: 'DOCTOR' },
] as const

const firstNames = ['Fatima', 'Mohammed', 'Khadija', 'Ahmed', 'Aïcha', 'Hassan', 'Meryem', 'Ilyas', 'Sanaa']
const lastNames = ['Bouzid', 'El Amrani', 'Zerouali', 'Haddad']

export const patients = lastNames.flatMap((last) => firstNames.map((first) => `${first} ${last}`))

/** Who asks for access: organisation, contact, and what for. */
export const organizations = [
  ['Polyclinique Anfa', 'Ghita Benjelloun', 'Essai de la prise de rendez-vous'],
  ['Cabinet Médical Agdal', 'Dr Anas Sebti', 'Rendez-vous et ordonnances depuis notre logiciel'],
  ['Pharmacie Bab Doukkala', 'Loubna Raji', 'Recevoir les commandes de nos patients'],
] as const
