import { words } from '../language.ts'
import { Page } from '../parts/page.tsx'

export function Overview() {
  return <Page title={words().screens.overview}>{null}</Page>
}
