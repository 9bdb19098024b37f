import { open } from './room.ts'
import { words } from './words/en.ts'

open(words)
