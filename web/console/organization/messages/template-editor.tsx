import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Invalid } from '../../../../clients/javascript/src/medina.ts'
import { medina, queries } from '../../api.ts'
import { count } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Changed } from '../../parts/changed.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Failed } from '../../parts/failed.tsx'
import { faultOf, textOfFault } from '../../parts/fault.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { MutationForm, TextField } from '../../parts/form.tsx'
import { usePaused } from '../../parts/paused.ts'
import { State } from '../../parts/state.tsx'
import { Code } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { text } from '../words/index.ts'
import type { Versioned } from './template.tsx'

type EditorProps = {
  code: string
  channel: string
  language: string
  version: Versioned
  mayWrite: boolean
  samples: Record<string, string>
  onReload: () => Promise<unknown>
}

const directions: Record<string, 'rtl' | 'ltr'> = { ar: 'rtl' }

/** A template's text in one language: the current text and the user's draft. */
export function TemplateEditor({ code, channel, language, version, mayWrite, samples, onReload }: EditorProps) {
  const saved = version?.template
  const [draft, setDraft] = useState<{ subject: string; text: string }>()
  const [isRestoring, setRestoring] = useState(false)
  const given = draft ?? { subject: saved?.subject ?? '', text: saved?.text ?? '' }
  const isChanged =
    draft !== undefined && (draft.text !== (saved?.text ?? '') || draft.subject !== (saved?.subject ?? ''))
  const { messages, people } = text()
  const t = messages.templates
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['templates'] })
    await queries.invalidateQueries({ queryKey: ['preview', code, channel, language] })
  }
  const write = useMutation({
    mutationFn: async () =>
      medina.templates.write(
        code,
        channel,
        language,
        { text: given.text, ...(channel === 'EMAIL' && { subject: given.subject }) },
        version?.etag === undefined ? {} : { ifMatch: version.etag },
      ),
    onSuccess: async () => {
      say(t.saved)
      await refresh()
      setDraft(undefined)
    },
  })
  const reload = async () => {
    await onReload()
    write.reset()
  }
  const name = people.languages[language] ?? language
  const area = { dir: directions[language] ?? 'ltr', lang: language }
  return (
    <section className="language-text" aria-label={name}>
      <div className="section-head">
        <h2>{name}</h2>
        {saved && <State tone={saved.own ? 'good' : 'off'}>{saved.own ? t.own : t.platform}</State>}
      </div>
      {mayWrite ? (
        <MutationForm
          mutation={write}
          button={t.save}
          look={isChanged ? 'main' : 'quiet'}
          beside={
            <>
              <Changed error={write.error} onReload={reload} />
              {isChanged && !write.error && <Button onClick={() => setDraft(undefined)}>{t.discard}</Button>}
              {saved?.own && <Button onClick={() => setRestoring(true)}>{t.restore}</Button>}
            </>
          }
        >
          {channel === 'EMAIL' && (
            <TextField
              {...area}
              label={`${t.subject} (${name})`}
              value={given.subject}
              onChange={(subject) => setDraft({ ...given, subject })}
              fault={faultOf(write.error, 'subject')}
            />
          )}
          <TextArea
            {...area}
            label={`${t.text} (${name})`}
            rows={7}
            value={given.text}
            onChange={(next) => setDraft({ ...given, text: next })}
            fault={faultOf(write.error, 'text')}
          />
          {isChanged && (
            <details>
              <summary>{t.inForce}</summary>
              <p className="in-force" {...area}>
                {saved?.text ?? '–'}
              </p>
            </details>
          )}
        </MutationForm>
      ) : (
        <p className="in-force" {...area}>
          {saved?.text ?? '–'}
        </p>
      )}
      {(saved || isChanged) && (
        <Preview {...{ code, channel, language, samples }} draft={isChanged ? given : undefined} area={area} />
      )}
      {isRestoring && (
        <Confirm
          title={`${t.restore} (${name})`}
          button={t.restore}
          act={async () =>
            medina.templates.delete(
              code,
              channel,
              language,
              version?.etag === undefined ? {} : { ifMatch: version.etag },
            )
          }
          onDone={async () => {
            say(t.restored)
            setRestoring(false)
            setDraft(undefined)
            await refresh()
          }}
          onClose={() => setRestoring(false)}
        >
          <p>{t.restoreText}</p>
        </Confirm>
      )}
    </section>
  )
}

type PreviewProps = Pick<EditorProps, 'code' | 'channel' | 'language' | 'samples'> & {
  draft: { subject: string; text: string } | undefined
  area: { dir: 'rtl' | 'ltr'; lang: string }
}

/** The message as the server renders it: from the draft if there is one, else from the saved text. */
function Preview({ code, channel, language, samples, draft, area }: PreviewProps) {
  const drafted = usePaused(draft ? JSON.stringify(draft) : '')
  const query = useQuery({
    queryKey: ['preview', code, channel, language, samples, drafted],
    queryFn: async ({ signal }) => {
      const { subject, text } = drafted ? JSON.parse(drafted) : {}
      return medina.templates.preview(
        code,
        channel,
        language,
        {
          variables: samples,
          recipientName: 'Amine El Fassi',
          ...(drafted && { draft: channel === 'EMAIL' ? { subject, text } : { text } }),
        },
        { signal },
      )
    },
    placeholderData: (before) => before,
    retry: false,
  })
  const t = text().messages.templates
  const { data, error } = query
  const faults = error instanceof Invalid ? error.faults.filter(({ path }) => path[0] === 'draft') : []
  return (
    <div className="preview">
      <h3>{drafted ? t.previewDraft : t.preview}</h3>
      {faults.map((fault) => (
        <p key={`${fault.path.join('.')} ${fault.message}`} className="fault">
          <Code>{String(fault.path.at(-1))}</Code> {textOfFault(fault)}
        </p>
      ))}
      {error && faults.length === 0 && <Failed error={error} />}
      {data && (
        <div className={error ? 'stale' : ''}>
          <div className="bubble" {...area}>
            {data.subject && <strong>{data.subject}</strong>}
            <p>{data.text}</p>
          </div>
          {data.segments !== null && <p className="hint">{count(t.segments, data.segments)}</p>}
        </div>
      )}
    </div>
  )
}
