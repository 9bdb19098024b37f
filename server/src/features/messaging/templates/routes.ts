import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { paginationOf } from '../../../lib/fields.ts'
import { segmentsOf } from '../../../messages/gsm.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as listing from './listing.ts'
import * as queries from './queries.ts'

export function templateRoutes(on: On): void {
  on(contract.listTemplates, async (ctx, _actor, { query }) => {
    const found = listing.filterTemplates(listing.effectiveTemplates(await ctx.readSome(queries.all, {})), query)
    const { page, pageSize, cursor } = query
    const first =
      cursor === undefined
        ? (page - 1) * pageSize
        : found.findIndex((template) => listing.isAfter(template, ctx.cursors.read(cursor, listing.KEYS)))
    const shown = first < 0 ? [] : found.slice(first, first + pageSize)
    const next = first >= 0 && first + pageSize < found.length ? listing.keyOf(shown.at(-1)!) : null
    return {
      templates: shown.map(present),
      pagination: paginationOf(query, cursor === undefined ? found.length : undefined, ctx.cursors.write(next)),
    }
  })

  on(contract.readTemplate, async (ctx, _actor, { params }) => {
    const row = await ctx.readOne(queries.one, params, params.code)
    const template = row && listing.isInUse(row) ? listing.ownTemplate(row) : listing.platformTemplate(params)
    if (!template) throw notFound('Template')
    return { template: presentWhole(template) }
  })

  on(contract.writeTemplate, async (ctx, actor, { params, body }) => ({
    template: presentWhole(listing.ownTemplate(await actions.write(ctx, actor, params, body))),
  }))

  on(contract.deleteTemplate, async (ctx, actor, { params }) => {
    await actions.deleteText(ctx, actor, params)
    return { ok: true as const }
  })

  on(contract.previewTemplate, async (ctx, actor, { params, body }) => {
    const { subject, text, html } = await actions.preview(ctx, actor, params, body)
    const email = params.channel === 'EMAIL'
    return {
      preview: {
        subject: email ? subject : null,
        text,
        html: email ? html : null,
        segments: params.channel === 'SMS' ? segmentsOf(text) : null,
      },
    }
  })
}

const present = ({ code, channel, language, declaration, own }: listing.Template) => ({
  code,
  channel,
  language,
  purpose: declaration.purpose,
  variables: Object.keys(declaration.variables),
  optional: Object.keys(declaration.optional ?? {}),
  own,
  sendable: !declaration.platformOnly,
})

const presentWhole = (template: listing.TemplateWithText) => ({
  ...present(template),
  kinds: { ...template.declaration.variables, ...template.declaration.optional },
  subject: template.channel === 'EMAIL' ? template.subject : null,
  text: template.text,
  updatedAt: template.updatedAt?.toISOString() ?? null,
})
