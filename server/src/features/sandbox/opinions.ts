/** What patients say of a consultation: how many of five, and in what words, if any. */
export const opinions: [rating: number, comment: string | null][] = [
  [5, 'Très à l’écoute, prend le temps d’expliquer le traitement.'],
  [5, null],
  [4, 'Bonne consultation, un peu d’attente avant la connexion.'],
  [5, 'Diagnostic clair et ordonnance reçue tout de suite. Je recommande.'],
  [5, 'طبيب محترف ويشرح كل شيء بهدوء، شكرا جزيلا.'],
  [4, 'Médecin rassurant avec ma fille.'],
  [3, 'La vidéo a coupé deux fois, mais le suivi est sérieux.'],
  [5, 'Ponctuel, efficace, humain.'],
  [4, null],
  [5, 'Je n’ai pas eu à faire la route jusqu’à Casablanca, merci !'],
  [2, 'Consultation trop courte, j’aurais aimé poser plus de questions.'],
  [5, 'استشارة ممتازة عن بعد، أنصح بها.'],
  [4, 'Bon conseil pour le régime, à revoir dans un mois.'],
]

/** Why a doctor would like to see somebody again. */
export const reasons = [
  'Contrôle de la tension dans un mois',
  'Résultats de la prise de sang à commenter',
  'Renouvellement du traitement',
  'Suivi de la cicatrisation',
  'مراجعة نتائج التحاليل',
  'Bilan à trois mois',
]
