import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotFound, type WholeTemplate } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { words } from '../../language.ts'
import { Fact, Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/form.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Code } from '../../parts/text.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { TemplateEditor } from './template-editor.tsx'

const languages = ['fr', 'ar', 'en'] as const
type Language = (typeof languages)[number]

/** A text and its version. Undefined if a template of the organisation has no text in the language. */
export type Versioned = { template: WholeTemplate; etag: string | undefined } | undefined

const HOUR_MS = 3_600_000

/** A sample value for a kind of variable, for previews. */
function sampleOf(kind: string): string {
  const at = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString()
  const samples: Record<string, string> = {
    name: 'Dr Salma Benali',
    time: at,
    day: at,
    count: '2',
    link: 'https://example.ma/1',
    visits: JSON.stringify([{ withName: 'Dr Salma Benali', startTime: at }]),
  }
  return samples[kind] ?? '123456'
}

async function read(code: string, channel: string): Promise<Record<Language, Versioned>> {
  const versions = await Promise.all(
    languages.map(async (language) => {
      try {
        const { data, meta } = await medina.templates.get(code, channel, language).withMeta()
        return { template: data, etag: meta.etag }
      } catch (error) {
        if (error instanceof NotFound) return undefined
        throw error
      }
    }),
  )
  if (versions.every((version) => version === undefined)) await medina.templates.get(code, channel, 'fr')
  return { fr: versions[0], ar: versions[1], en: versions[2] }
}

/** The texts of a template in three languages, side by side. */
export function Template({ code, channel }: { code: string; channel: string }) {
  const query = useQuery({ queryKey: ['templates', code, channel], queryFn: async () => read(code, channel) })
  const [values, setValues] = useState<Record<string, string>>({})
  const mayWrite = useMay('writeTemplate')
  const { messages, people } = text()
  const t = messages.templates
  const known = query.data && languages.map((language) => query.data[language]).find(Boolean)?.template
  const samples = Object.fromEntries(
    Object.entries(known?.kinds ?? {}).map(([name, kind]) => [name, values[name] ?? sampleOf(kind)]),
  )
  return (
    <Page
      title={code}
      above={{ href: '/messages?tab=templates', title: messages.tabs.templates }}
      lead={people.channels[channel] ?? channel}
    >
      <Loaded query={query}>
        {(versions) => (
          <>
            {known && (
              <Facts>
                <Fact name={t.purpose}>{t.purposes[known.purpose] ?? known.purpose}</Fact>
                <Fact name={t.variables}>
                  <VariableNames names={[...known.variables]} />
                </Fact>
                <Fact name={t.optional}>
                  <VariableNames names={[...known.optional, 'recipientName']} />
                </Fact>
                <Fact name={t.author}>{known.sendable ? t.sendable : t.platformAlone}</Fact>
              </Facts>
            )}
            {known?.sendable ? (
              <p className="hint">
                {t.syntax} <Code>{'{n, plural, one {# place} other {# places}}'}</Code>
              </p>
            ) : (
              <p className="hint">{t.notSendable}</p>
            )}
            <div className="languages-beside">
              {languages.map((language) => (
                <TemplateEditor
                  key={language}
                  {...{ code, channel, language }}
                  version={versions[language]}
                  mayWrite={mayWrite && known?.sendable === true}
                  samples={samples}
                  onReload={() => query.refetch()}
                />
              ))}
            </div>
            {Object.keys(samples).length > 0 && (
              <Section title={t.samples}>
                <p className="soft">{t.samplesText}</p>
                <div className="columns">
                  {Object.entries(samples).map(([name, value]) => (
                    <TextField
                      key={name}
                      label={name}
                      value={value}
                      onChange={(next) => setValues({ ...values, [name]: next })}
                      dir="auto"
                      autoComplete="off"
                    />
                  ))}
                </div>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function VariableNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <>{words().none}</>
  return <Code>{names.map((name) => `{${name}}`).join(' ')}</Code>
}
