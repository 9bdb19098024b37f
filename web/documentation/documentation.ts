// Enhances the pages of /docs, which are complete without it.
import { markCurrentSection } from './contents.ts'
import { enableCopying } from './copying.ts'
import { followEarlierAddress } from './earlier-address.ts'
import { keepLanguage } from './language.ts'
import { enableSearch } from './search.ts'
import { enableTrials } from './trials.ts'

void followEarlierAddress()
enableCopying()
keepLanguage()
markCurrentSection()
enableSearch()
enableTrials()
