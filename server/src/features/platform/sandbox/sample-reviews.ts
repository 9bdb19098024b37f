/** Reviews: a rating out of five and an optional comment. */
export const sampleReviews: [rating: number, comment: string | null][] = [
  [5, 'Très à l’écoute, prend le temps d’expliquer le traitement.'],
  [5, null],
  [4, 'Bonne consultation, un peu d’attente avant la connexion.'],
  [5, 'Explications claires et ordonnance reçue tout de suite. Je recommande.'],
  [5, 'تعامل مهني وشرح هادئ وواضح، شكرًا جزيلًا.'],
  [4, 'Très rassurant, toutes mes questions ont eu une réponse.'],
  [3, 'La vidéo a coupé deux fois, mais le suivi est sérieux.'],
  [5, 'Ponctuel, efficace, humain.'],
  [4, null],
  [5, 'Je n’ai pas eu à faire la route jusqu’au cabinet, merci !'],
  [2, 'Consultation trop courte, j’aurais aimé poser plus de questions.'],
  [5, 'استشارة ممتازة عن بُعد، أنصح بها.'],
  [4, 'Bons conseils, à revoir dans un mois.'],
]

/** Reasons for a follow-up, for any specialty. */
export const reasons = [
  'Contrôle dans un mois',
  'Résultats des analyses à commenter',
  'Renouvellement du traitement',
  'Suivi de l’évolution des symptômes',
  'مراجعة نتائج التحاليل',
  'Bilan à trois mois',
]
