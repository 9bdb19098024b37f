import { open } from './console.tsx'
import { words } from './words/en.ts'

void open(words)
