import type { Words } from '../words.ts'

export const fr: Words = {
  title: 'Vérifier un document',
  headings: {
    genuine: 'Document authentique',
    expired: 'Document authentique, mais expiré',
    dispensed: 'Authentique, déjà délivrée',
    cancelled: 'Document annulé',
  },
  roles: { DOCTOR: 'Médecin', DENTIST: 'Chirurgien-dentiste' },
  genuine: 'Ce document a bien été émis par l’établissement indiqué ci-dessous.',
  expired: (day) => `Sa validité a pris fin le ${day}.`,
  dispensed: (times, days) =>
    times === 1
      ? `Une pharmacie l’a délivrée une fois : ${days}.`
      : `Des pharmacies l’ont délivrée ${times} fois : ${days}.`,
  cancelled: {
    invoice: (day) => `Cette facture a été annulée ou remboursée le ${day}. Ne l’acceptez plus.`,
    other: (day) => `Ce document a été établi, puis annulé le ${day}. Ne l’acceptez plus.`,
  },
  sandbox: 'Bac à sable : ce document est un essai. Il est fictif et n’a aucune valeur.',
  facts: {
    serial: 'Numéro de série',
    issuedAt: 'Établi le',
    madeAt: 'Fichier PDF produit le',
    issuer: 'Établi par',
    practitioner: 'Praticien',
    licence: 'N° d’inscription à l’Ordre',
    patient: 'Initiales du patient',
    validUntil: 'Valable jusqu’au',
  },
  paper:
    'Comparez ces indications avec le document que vous avez sous les yeux. Pour protéger le patient, cette page ne montre pas le reste : si vous doutez d’un papier, demandez le fichier PDF et vérifiez-le ici.',
  file: {
    heading: 'Vérifier le fichier PDF',
    text: 'Votre navigateur compare le fichier avec celui qui a été établi. Le fichier ne quitte pas votre appareil : rien n’est envoyé.',
    choose: 'Choisir le fichier',
    reading: 'Lecture du fichier…',
    same: 'C’est bien le fichier d’origine, identique à l’octet près.',
    other:
      'Ce n’est pas le fichier d’origine : il a été modifié, ou il s’agit d’un autre. Une photo ou un scan est toujours un autre fichier.',
    unread: 'Le fichier n’a pas pu être lu. Choisissez-le de nouveau.',
    byHand: (size) => `Empreinte SHA-256 du fichier d’origine, ${size} :`,
    command: 'Sur un ordinateur, cette commande doit afficher la même :',
    bytes: (size) => `${size} octets`,
  },
  signature: {
    heading: 'Signature électronique',
    signed: 'Le fichier PDF porte une signature électronique (PAdES), faite avec ce certificat :',
    unsigned: 'Ce document ne porte pas de signature électronique.',
    subject: 'Titulaire du certificat',
    fingerprint: 'Empreinte SHA-256 du certificat',
    selfSigned: 'Ce certificat est auto-signé : seule l’empreinte ci-dessus dit que c’est le bon.',
  },
  ask: {
    heading: 'Vérifier un document',
    text: 'Scannez le code QR du document, ou saisissez son numéro de série.',
    label: 'Numéro de série',
    hint: '20 lettres et chiffres, imprimés près du code QR. Majuscules, tirets et espaces ne comptent pas.',
    button: 'Vérifier',
  },
  notices: {
    unknown: {
      heading: 'Document inconnu',
      text: 'Aucun document ne porte ce numéro. Comparez-le signe par signe avec celui du document. S’il est juste, n’acceptez pas le document avant d’avoir appelé celui qui l’aurait établi.',
    },
    tooMany: { heading: 'Trop de tentatives', text: 'Attendez une minute, puis rouvrez cette page.' },
    failed: {
      heading: 'Quelque chose n’a pas marché de notre côté',
      text: 'Cela ne dit rien du document. Rouvrez cette page dans un instant.',
    },
  },
}
