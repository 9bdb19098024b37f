import { encodeQR } from 'qr'

/** A QR code as SVG with a quiet zone of one module, because the page around it is white. */
export const qrCode = (words: string): string => encodeQR(words, 'svg', { ecc: 'medium', border: 1 })
