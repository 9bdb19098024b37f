import { notFound } from '../../../errors.ts'
import type { On, OnPublic } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { type PublicDoctor, publicPage } from './directory-queries.ts'
import * as queries from './queries.ts'

export function doctorRoutes(on: On, onPublic: OnPublic): void {
  onPublic(contract.listPublicDoctors, async (ctx, { query }) => {
    const { rows, pagination } = await publicPage(ctx, queries.withSpellings(query), query)
    return { doctors: rows.map(presentPublic), pagination }
  })

  on(contract.listDoctors, async (ctx, actor, { query }) => {
    const filters = queries.withSpellings(query)
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, filters), filters, query)
    return { doctors: rows.map(present), pagination }
  })

  on(contract.readDoctor, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Doctor')
    return { doctor: present(row) }
  })

  on(contract.updateDoctor, async (ctx, actor, { params, body }) => ({
    doctor: present(await actions.saveProfile(ctx, actor, params.id, body)),
  }))
}

const presentPublic = (row: PublicDoctor) => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  specialty: row.specialty,
  city: row.city,
  rating: Number(row.rating),
  isTele: row.is_tele,
})

const present = (row: queries.Practitioner) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  specialty: row.specialty,
  city: row.city,
  slug: row.slug,
  languages: row.languages,
  isTele: row.is_tele,
  rating: row.rating === null ? null : Number(row.rating),
  reviewCount: row.review_count,
  licenceNumber: row.licence_number,
  phone: row.phone,
  verified: row.verified_at !== null,
  verifiedAt: row.verified_at?.toISOString() ?? null,
})
