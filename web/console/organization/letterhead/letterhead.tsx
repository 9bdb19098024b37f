import { useQuery } from '@tanstack/react-query'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { Head } from './head.tsx'
import { LetterheadForm } from './letterhead-form.tsx'

/** The letterhead of the organisation. */
export function Letterhead() {
  const query = useQuery({
    queryKey: ['letterhead'],
    queryFn: async () => {
      const { data, meta } = await medina.letterhead.get().withMeta()
      return { letterhead: data, etag: meta.etag }
    },
  })
  const mayUpdate = useMay('updateLetterhead')
  const t = text().letterhead
  return (
    <Page title={words().screens.letterhead} lead={mayUpdate ? t.lead : t.leadRead}>
      <Loaded query={query}>
        {({ letterhead, etag }) =>
          mayUpdate ? (
            <LetterheadForm letterhead={letterhead} etag={etag} onReload={() => query.refetch()} />
          ) : (
            <Head letterhead={letterhead} />
          )
        }
      </Loaded>
    </Page>
  )
}
