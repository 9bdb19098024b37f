import { open } from './room.ts'
import { words } from './words/fr.ts'

open(words)
