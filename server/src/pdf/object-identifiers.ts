/** Object identifiers in certificates, keys and signatures, by the names in their standards. */
export const oids = {
  // Signatures (RFC 5652 and 5035)
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  // Time stamps (RFC 3161)
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  // Revocation of certificates (RFC 6960 and 5280)
  ocsp: '1.3.6.1.5.5.7.48.1',
  issuerCertificate: '1.3.6.1.5.5.7.48.2',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  basicOcspResponse: '1.3.6.1.5.5.7.48.1.1',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
  revocationLists: '2.5.29.31',
  // Algorithms
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  // Encrypted keys (RFC 8018)
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  // Parts of names (X.520)
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  // Certificate extensions on usage (RFC 5280 and 9336)
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
} as const

export type Kind = keyof typeof oids
