import { encodeQR } from 'qr'

/** What a phone's camera reads, as SVG with the quiet margin of one module; the page around it is white. */
export const qrCode = (words: string): string => encodeQR(words, 'svg', { ecc: 'medium', border: 1 })
