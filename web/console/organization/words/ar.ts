import type { OrganizationWords } from './index.ts'

export const words: OrganizationWords = {}
