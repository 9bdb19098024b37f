/** [analyte, unit, normal range, critical range]; null means no bound. */
type Reference = [
  param: string,
  unit: string | null,
  low: number | null,
  high: number | null,
  criticalLow: number | null,
  criticalHigh: number | null,
]

/** The references of a test, and sample readings with one value for each reference. */
type Analysis = { references: Reference[]; readings: (number | string)[][] }

const bloodCount: Analysis = {
  references: [
    ['Hémoglobine', 'g/dL', 12, 16, 7, 20],
    ['Hématocrite', '%', 37, 47, 20, 60],
    ['Leucocytes', 'G/L', 4, 10, 1.5, 30],
    ['Plaquettes', 'G/L', 150, 400, 30, 1000],
  ],
  readings: [
    [13.6, 41, 6.8, 245],
    [10.9, 33.5, 7.4, 312],
    [14.2, 43.1, 12.6, 268],
    [6.4, 20.1, 5.9, 188],
  ],
}

const fastingGlucose: Analysis = {
  references: [['Glycémie à jeun', 'g/L', 0.7, 1.1, 0.45, 4]],
  readings: [[0.92], [1.31], [0.41], [4.35]],
}

/** Tests by the names that doctors use; ranges for adults. */
export const analyses: Record<string, Analysis> = {
  'Numération formule sanguine': bloodCount,
  'تعداد الدم الكامل': bloodCount,
  'Full blood count': bloodCount,
  'Glycémie à jeun': fastingGlucose,
  'سكر الدم الصيامي': fastingGlucose,
  'Hémoglobine glyquée (HbA1c)': {
    references: [['HbA1c', '%', 4, 6, null, null]],
    readings: [[5.4], [7.8], [6.9], [9.6]],
  },
  Créatinine: {
    references: [['Créatinine', 'mg/L', 6, 12, null, 75]],
    readings: [[8.7], [14.2], [9.1]],
  },
  'Ionogramme sanguin': {
    references: [
      ['Sodium', 'mmol/L', 136, 145, 120, 160],
      ['Potassium', 'mmol/L', 3.5, 5.1, 2.8, 6.2],
      ['Chlore', 'mmol/L', 98, 107, 80, 120],
    ],
    readings: [
      [140, 4.2, 102],
      [133, 3.3, 97],
      [138, 6.7, 104],
    ],
  },
  'Bilan lipidique': {
    references: [
      ['Cholestérol total', 'g/L', null, 2, null, null],
      ['Cholestérol LDL', 'g/L', null, 1.6, null, null],
      ['Cholestérol HDL', 'g/L', 0.4, null, null, null],
      ['Triglycérides', 'g/L', null, 1.5, null, 10],
    ],
    readings: [
      [1.78, 1.02, 0.51, 1.12],
      [2.46, 1.71, 0.38, 1.84],
    ],
  },
  TSH: { references: [['TSH', 'mUI/L', 0.4, 4, null, null]], readings: [[1.82], [7.35], [2.4], [0.08]] },
  'T4 libre': { references: [['T4 libre', 'pmol/L', 12, 22, null, null]], readings: [[15.6], [10.3]] },
  'Protéine C réactive': { references: [['CRP', 'mg/L', null, 6, null, null]], readings: [[3.1], [48], [12.4]] },
  Ferritine: { references: [['Ferritine', 'µg/L', 20, 250, null, null]], readings: [[64], [9.5]] },
  'Vitamine D': { references: [['25-OH vitamine D', 'ng/mL', 30, 100, null, 150]], readings: [[18.2], [34], [22.7]] },
  Transaminases: {
    references: [
      ['ASAT', 'UI/L', null, 40, null, 1000],
      ['ALAT', 'UI/L', null, 41, null, 1000],
    ],
    readings: [
      [22, 19],
      [46, 58],
    ],
  },
  INR: { references: [['INR', null, 0.8, 1.2, null, 5]], readings: [[1.02], [1.1], [5.6]] },
  Lithiémie: { references: [['Lithium', 'mmol/L', 0.6, 1, null, 1.5]], readings: [[0.72], [1.08]] },
  'Examen cytobactériologique des urines': {
    references: [
      ['Leucocytes', '/mL', null, 10_000, null, null],
      ['Culture', null, null, null, null, null],
    ],
    readings: [
      [2000, 'Stérile'],
      [85_000, 'Escherichia coli, 10⁵ UFC/mL'],
    ],
  },
  'Groupe sanguin ABO-Rhésus': {
    references: [['Groupe', null, null, null, null, null]],
    readings: [['O Rh positif'], ['A Rh positif'], ['B Rh négatif']],
  },
}

/** Tests that each specialty orders together. */
export const requests: Record<string, string[][]> = {
  'Médecine générale': [
    ['Numération formule sanguine', 'Glycémie à jeun', 'Créatinine'],
    ['Bilan lipidique', 'Hémoglobine glyquée (HbA1c)'],
    ['Ionogramme sanguin', 'Protéine C réactive'],
    ['TSH', 'Vitamine D'],
  ],
  Cardiologie: [['Bilan lipidique', 'Ionogramme sanguin', 'Créatinine'], ['INR']],
  Dermatologie: [['Transaminases', 'Bilan lipidique']],
  Pédiatrie: [['Numération formule sanguine', 'Ferritine'], ['Protéine C réactive']],
  Gynécologie: [
    ['Examen cytobactériologique des urines', 'Glycémie à jeun'],
    ['Groupe sanguin ABO-Rhésus', 'Numération formule sanguine', 'Ferritine'],
  ],
  'طب الأطفال': [['تعداد الدم الكامل'], ['سكر الدم الصيامي']],
  'General practice': [['Full blood count'], ['TSH', 'Créatinine']],
  Orthodontie: [['Vitamine D']],
  'Médecine dentaire': [
    ['Numération formule sanguine', 'INR'],
    ['Glycémie à jeun', 'Hémoglobine glyquée (HbA1c)'],
  ],
  Endocrinologie: [
    ['Glycémie à jeun', 'Hémoglobine glyquée (HbA1c)'],
    ['TSH', 'T4 libre'],
  ],
  Psychiatrie: [['Lithiémie', 'TSH', 'Créatinine']],
  Ophtalmologie: [['Glycémie à jeun', 'Hémoglobine glyquée (HbA1c)']],
  Pneumologie: [['Numération formule sanguine', 'Protéine C réactive']],
}
