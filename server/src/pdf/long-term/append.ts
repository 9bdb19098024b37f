import { PlainPdf } from '../plain-pdf.ts'
import type { ValidationData } from './validation-data.ts'

/** The extension that defines the store (ETSI TS 102 778-4, annex A). */
const EXTENSIONS = '/Extensions << /ESIC << /BaseVersion /1.7 /ExtensionLevel 5 >> >>'

/**
 * Appends the document security store to a signed document, as an incremental update: PAdES baseline B-LT (ETSI EN 319 142-1, 5.4.2).
 * The signature stays valid.
 */
export function withValidationData(signed: Uint8Array, data: ValidationData): Buffer {
  const pdf = new PlainPdf(signed)
  const objects: [number: number, written: string][] = []
  let next = pdf.size
  const add = (written: string): string => {
    objects.push([next, written])
    return `${next++} 0 R`
  }
  const list = (name: string, parts: Buffer[]): string =>
    parts.length === 0 ? '' : ` /${name} [${parts.map((part) => add(stream(part))).join(' ')}]`
  const store = add(
    `<< /Type /DSS${list('Certs', data.certificates)}${list('CRLs', data.crls)}${list('OCSPs', data.ocsps)} >>`,
  )
  const catalog = pdf.object(pdf.root).replace(/>>\s*$/, `  /DSS ${store}\n  ${EXTENSIONS}\n>>`)
  return pdf.with([[pdf.root, catalog], ...objects])
}

const stream = (bytes: Buffer): string =>
  `<< /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`
