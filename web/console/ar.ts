import { open } from './console.tsx'
import { words } from './words/ar.ts'

void open(words)
