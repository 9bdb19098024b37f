import { type ReactNode, useEffect, useState } from 'react'
import type { Letterhead } from '../../../../clients/javascript/src/medina.ts'
import { Choice } from '../../parts/form.tsx'
import { text } from '../words/index.ts'

type HeadProps = { letterhead: Omit<Letterhead, 'updatedAt'> }

const HEX = /^#[0-9a-f]{6}$/i
type DocumentLanguage = 'fr-ar' | 'fr' | 'ar'

/** A preview of a document's head, drawn as in server/templates/_page.typ. */
export function Head({ letterhead }: HeadProps) {
  const [language, setLanguage] = useState<DocumentLanguage>('fr-ar')
  const { name, nameAr, address, addressAr, phone, email, identifiers, color, logoSvg } = letterhead
  const t = text().letterhead
  const ink = HEX.test(color) ? color : '#000000'
  const contacts = [
    phone,
    email,
    ...identifiers.filter(({ label, value }) => label && value).map(({ label, value }) => `${label}\u00a0${value}`),
  ].filter((contact) => contact !== null && contact !== '')
  const nameAndAddress = (side: 'fr' | 'ar') => (
    <div lang={side} dir={side === 'ar' ? 'rtl' : 'ltr'} className="paper-name">
      <strong style={{ color: ink }}>{(side === 'ar' && nameAr) || name}</strong>
      <p>{(side === 'ar' && addressAr) || address}</p>
    </div>
  )
  const logo: ReactNode = logoSvg && <Logo svg={logoSvg} />
  return (
    <div className="head-preview">
      <Choice
        label={t.language}
        value={language}
        onChange={(value) => setLanguage(value as DocumentLanguage)}
        options={Object.entries(t.languages)}
      />
      <section className="paper" aria-label={t.preview} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <div className={`paper-head ${language}`}>
          {language === 'fr-ar' ? (
            <>
              {nameAndAddress('fr')}
              {logo}
              {nameAndAddress('ar')}
            </>
          ) : (
            <>
              {logo}
              {nameAndAddress(language)}
            </>
          )}
        </div>
        <hr style={{ borderColor: ink }} />
        <p className={`paper-contacts ${language}`} dir="ltr">
          {contacts.map((contact, at) => (
            <span key={contact}>
              {at > 0 && <span style={{ color: ink }}> • </span>}
              {contact}
            </span>
          ))}
        </p>
      </section>
    </div>
  )
}

/** The logo as an image, in which scripts of an SVG do not run. */
function Logo({ svg }: { svg: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [svg])
  return url ? <img src={url} alt={text().letterhead.fields.logoSvg} className="paper-logo" /> : null
}
