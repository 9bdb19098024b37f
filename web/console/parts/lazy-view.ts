import { type ComponentType, lazy } from 'react'
import { words } from '../language.ts'

type Language = ReturnType<typeof words>['language']

/** The texts that a view needs, as `areaWords` loads them. */
export type Texts = () => Promise<{ loadWords: (language: Language) => Promise<void> }>

/** A view that is loaded when it is first shown, with its texts. */
export const lazyView = <Props extends object>(
  texts: readonly Texts[],
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  lazy(async () => {
    const loadTexts = texts.map(async (text) => (await text()).loadWords(words().language))
    const [view] = await Promise.all([load(), ...loadTexts])
    return { default: view }
  })
