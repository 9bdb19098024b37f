import type { words as en } from './en.ts'

export type OrganizationWords = typeof en

let current: OrganizationWords | undefined

const loaders = {
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
  en: () => import('./en.ts'),
}

/** Loads the texts of the area in the language of the page. */
export async function loadWords(language: keyof typeof loaders): Promise<void> {
  current ??= (await loaders[language]()).words
}

/** The texts of the area, which were loaded before its first screen. */
export const text = (): OrganizationWords => current!
