import type { Words } from '../words.ts'

export const en: Words = {
  title: 'Check a document',
  headings: {
    genuine: 'Genuine document',
    expired: 'Genuine document, but expired',
    dispensed: 'Genuine, already dispensed',
    cancelled: 'Cancelled document',
  },
  roles: { DOCTOR: 'Doctor', DENTIST: 'Dentist' },
  genuine: 'This document was indeed issued by the practice named below.',
  expired: (day) => `It was valid until ${day}.`,
  dispensed: (times, days) =>
    times === 1
      ? `A pharmacy has dispensed it once: ${days}.`
      : `Pharmacies have dispensed it ${times} times: ${days}.`,
  cancelled: {
    invoice: (day) => `This invoice was cancelled or refunded on ${day}. Do not accept it any more.`,
    other: (day) => `This document was issued, then cancelled on ${day}. Do not accept it any more.`,
  },
  sandbox: 'Sandbox: this document is a trial. It is fictitious and of no value.',
  facts: {
    serial: 'Serial number',
    issuedAt: 'Issued on',
    madeAt: 'PDF file made',
    issuer: 'Issued by',
    practitioner: 'Practitioner',
    licence: 'Licence number',
    patient: 'Initials of the patient',
    validUntil: 'Valid until',
  },
  paper:
    'Compare this with the document in front of you. To protect the patient, this page shows nothing else: if you doubt a paper, ask for the PDF file and check it here.',
  file: {
    heading: 'Check the PDF file',
    text: 'Your browser compares the file with the one that was issued. The file does not leave your device: nothing is sent.',
    choose: 'Choose the file',
    reading: 'Reading the file…',
    same: 'This is the original file, the same to the last byte.',
    other:
      'This is not the original file: it was altered, or is another one. A photograph or a scan is always another file.',
    unread: 'The file could not be read. Choose it again.',
    byHand: (size) => `SHA-256 of the original file, ${size}:`,
    command: 'On a computer, this command must show the same:',
    bytes: (size) => `${size} bytes`,
  },
  signature: {
    heading: 'Electronic signature',
    signed: 'The PDF file carries an electronic signature (PAdES), made with this certificate:',
    unsigned: 'This document carries no electronic signature.',
    subject: 'Holder of the certificate',
    fingerprint: 'SHA-256 of the certificate',
    selfSigned: 'This certificate is self-signed: only the digest above confirms that it is the right one.',
  },
  ask: {
    heading: 'Check a document',
    text: 'Scan the QR code of the document, or type its serial number.',
    label: 'Serial number',
    hint: '20 letters and digits, printed near the QR code. Case, dashes and spaces do not matter.',
    button: 'Check',
  },
  notices: {
    unknown: {
      heading: 'Unknown document',
      text: 'No document has this number. Compare it character by character with that of the document. If it is right, call the practice that is named as issuer before you accept the document.',
    },
    tooMany: { heading: 'Too many attempts', text: 'Wait a minute, then open this page again.' },
    failed: {
      heading: 'Something went wrong on our side',
      text: 'That says nothing about the document. Open this page again in a moment.',
    },
  },
}
