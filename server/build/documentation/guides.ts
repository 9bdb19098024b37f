import { slugOf } from './page.ts'

/** A Markdown file of the repository that the documentation shows. The contents show its label. */
export type Guide = { label: string; file: string }

const inDocs = (label: string): Guide => ({ label, file: `docs/${label.toLowerCase()}.md` })

/** The guides of each part, in order. */
export const USE = [
  'Sandbox',
  'Scheduling',
  'Room',
  'Documents',
  'Messages',
  'Webhooks',
  'Patients',
  'Accounts',
  'Memberships',
  'Access',
  'Console',
].map(inDocs)

export const LIBRARIES: Guide[] = [
  { label: 'JavaScript', file: 'clients/javascript/README.md' },
  { label: 'Python', file: 'clients/python/README.md' },
  { label: 'PHP', file: 'clients/php/README.md' },
  { label: 'Command line', file: 'clients/cli/README.md' },
]

export const OPERATION: Guide[] = [
  { label: 'Deploy', file: 'deploy/README.md' },
  ...['Operating', 'Settings'].map(inDocs),
  { label: 'Security', file: 'SECURITY.md' },
]

export const PROJECT: Guide[] = [
  { label: 'Changelog', file: 'CHANGELOG.md' },
  ...['Architecture', 'Glossary'].map(inDocs),
  { label: 'Contributing', file: 'CONTRIBUTING.md' },
  ...['Recipes', 'Dependencies', 'Licences'].map(inDocs),
]

export const pathOfGuide = (label: string): string => `/docs/guides/${slugOf(label)}`
