import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../lib/channels.ts'
import { html } from '../../lib/html.ts'
import { sendPage } from './answers.ts'
import { framed } from './frame.ts'
import { languageOf } from './language.ts'

const words: Record<Language, { heading: string; text: string; reference: string }> = {
  fr: {
    heading: 'Page introuvable',
    text: 'Cette adresse ne mène à aucune page. Vérifiez-la, ou ouvrez de nouveau le lien que vous avez reçu.',
    reference: 'Documentation',
  },
  ar: {
    heading: 'الصفحة غير موجودة',
    text: 'لا توجد صفحة في هذا العنوان. تحقّقوا منه، أو افتحوا من جديد الرابط الذي وصلكم.',
    reference: 'الوثائق',
  },
  en: {
    heading: 'Page not found',
    text: 'No page has this address. Check it, or open the link that you received again.',
    reference: 'Documentation',
  },
}

/** Whether a browser navigates to it. Below /api, programs call: some of them accept text/html without being browsers. */
export const wantsPage = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && accept.includes('text/html') && !/^\/api([/?]|$)/.test(url)

/** Answers an unknown address with a page. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request)
  const { heading, text, reference } = words[language]
  const body = html`<h1>${heading}</h1>\n<p>${text}</p>\n<p class="small"><a href="/docs">${reference}</a></p>`
  reply.headers({ 'X-Robots-Tag': 'noindex', Vary: 'Accept, Accept-Language' })
  return sendPage(reply, framed({ language, title: `${heading} · Medina Care`, kind: 'notice', body }), 404)
}
