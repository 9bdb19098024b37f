import type { SubstanceTable } from '../../../pdf/templates/prescription.ts'

/** [medicine, dosage, instructions, days, table of poisonous substances, fill] */
type Line = [
  medication: string,
  dosage: string,
  instructions: string | null,
  durationDays: number | null,
  substanceTable?: SubstanceTable | null,
  fill?: { quantity: number; unit: string; refills?: number; substitutable?: boolean },
]

/** A box of a month, renewed twice. */
const monthly = { quantity: 30, unit: 'comprimés', refills: 2, substitutable: true }

/**
 * Prescriptions by specialty, each with one or more lines. Only a fictitious medicine has a table of poisonous substances,
 * so that the data is not mistaken for the legal classification of a real medicine.
 */
export const courses: Record<string, Line[][]> = {
  'Médecine générale': [
    [
      ['Amoxicilline 1 g, comprimé dispersible', '1 comprimé matin et soir', 'Jusqu’à la fin du traitement', 6],
      ['Paracétamol 1 g, comprimé', '1 comprimé si douleur ou fièvre', 'Au plus 3 par jour, espacés de 6 heures', 5],
    ],
    [['Amlodipine 5 mg, comprimé', '1 comprimé le matin', 'Contrôle de la tension dans un mois', 30, null, monthly]],
    [
      ['Phloroglucinol 80 mg, comprimé', '2 comprimés si douleur', 'Au plus 6 par jour', 5],
      ['Sels de réhydratation orale, sachet', '1 sachet dans 200 ml d’eau', 'Par petites gorgées', 3],
      ['Antalgex fort 50 mg (fictif), gélule', '1 gélule le soir si douleur', 'Ne pas conduire', 3, 'A'],
    ],
  ],
  Cardiologie: [
    [
      ['Bisoprolol 5 mg, comprimé', '1 comprimé le matin', 'Ne pas arrêter sans avis médical', 90, null, monthly],
      ['Ramipril 5 mg, comprimé', '1 comprimé le soir', null, 90, null, monthly],
    ],
    [['Atorvastatine 20 mg, comprimé', '1 comprimé le soir', 'Bilan lipidique dans 3 mois', 90, null, monthly]],
  ],
  Dermatologie: [
    [['Peroxyde de benzoyle 5 %, gel', '1 application le soir', 'Sur peau sèche, éviter le soleil', 60]],
    [['Cétirizine 10 mg, comprimé', '1 comprimé le soir', null, 15]],
  ],
  Pédiatrie: [
    [
      ['Amoxicilline 250 mg/5 ml, suspension buvable', '1 cuillère-mesure 3 fois par jour', 'Agiter avant emploi', 6],
      ['Paracétamol 2,4 %, suspension buvable', '1 dose-poids toutes les 6 heures si fièvre', null, 3],
    ],
    [['Vitamine D3 100 000 UI, ampoule', '1 ampoule en prise unique', 'À renouveler dans 3 mois', 1]],
  ],
  Gynécologie: [[['Fer 80 mg, comprimé', '1 comprimé par jour', 'À distance du thé et du café', 60]]],
  'طب الأطفال': [
    [
      ['باراسيتامول 120 ملغ/5 مل، شراب', 'جرعة حسب الوزن كل 6 ساعات', 'عند الحمى فقط', 3],
      ['أملاح الإماهة الفموية، كيس', 'كيس في 200 مل من الماء', 'على جرعات صغيرة', 3],
    ],
    [['أموكسيسيلين 250 ملغ/5 مل، معلق', '5 مل صباحا ومساء', 'إلى نهاية العلاج', 7]],
  ],
  'General practice': [
    [['Ibuprofen 400 mg, tablet', '1 tablet three times a day', 'With food', 5]],
    [['Cetirizine 10 mg, tablet', '1 tablet in the evening', null, 15]],
  ],
  Orthodontie: [[['Chlorhexidine 0,12 %, bain de bouche', '2 bains de bouche par jour', 'Après le brossage', 14]]],
  'Médecine dentaire': [
    [
      ['Amoxicilline 1 g, comprimé dispersible', '1 comprimé matin et soir', 'Pendant les repas', 7],
      ['Chlorhexidine 0,12 %, bain de bouche', '1 bain de bouche 2 fois par jour', 'Après le brossage', 10],
    ],
    [['Ibuprofène 400 mg, comprimé', '1 comprimé 3 fois par jour', 'Au milieu des repas', 4]],
  ],
  Endocrinologie: [
    [['Metformine 850 mg, comprimé', '1 comprimé matin et soir', 'Au milieu des repas', 90]],
    [['Lévothyroxine 75 µg, comprimé', '1 comprimé à jeun', '30 minutes avant le petit-déjeuner', 90]],
  ],
  Psychiatrie: [[['Sertraline 50 mg, comprimé', '1 comprimé le matin', 'Ne pas arrêter sans avis médical', 30]]],
  Ophtalmologie: [[['Tobramycine 0,3 %, collyre', '1 goutte 4 fois par jour dans chaque œil', null, 7]]],
  Pneumologie: [
    [
      ['Salbutamol 100 µg, aérosol-doseur', '2 bouffées si gêne respiratoire', 'Avec une chambre d’inhalation', null],
      ['Budésonide 200 µg, poudre pour inhalation', '1 inhalation matin et soir', 'Rincer la bouche après', 60],
    ],
  ],
}

export const pharmacies = ['Pharmacie Al Andalous', 'Pharmacie Ibn Sina', 'Pharmacie du Maârif']
