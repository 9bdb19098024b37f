import { open } from './console.tsx'
import { words } from './words/fr.ts'

void open(words)
