/** GSM 03.38. */
export const inSmallAlphabet = (text: string): string => text
