/** A text in both languages of documents. */
export type Bilingual = { fr: string; ar: string }
