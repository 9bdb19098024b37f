import { open } from './room.ts'
import { words } from './words/ar.ts'

open(words)
