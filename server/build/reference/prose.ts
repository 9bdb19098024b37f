import { Marked } from 'marked'
import { Html, html } from '../../src/lib/html.ts'
import { sampleBox } from './samples.ts'

// CommonMark from our own contracts: trusted, so not sanitised.
const markdown = new Marked({
  async: false,
  renderer: {
    code: ({ text, lang = '' }) => sampleBox(lang === 'sh' ? 'Shell' : 'JavaScript', html`${text}`, lang).text,
  },
})

/** Paragraphs, lists, tables and code. */
export const prose = (text: string | undefined): Html => new Html(text ? (markdown.parse(text) as string) : '')

/** Inline markup only. */
export const phrase = (text: string | undefined): Html => new Html(text ? (markdown.parseInline(text) as string) : '')
