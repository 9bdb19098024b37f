import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { searchIn } from '../../../web/documentation/search-index.ts'
import type { Document } from '../../src/http/openapi/document.ts'
import { LIBRARIES, OPERATION, PROJECT, USE } from './guides.ts'
import { siteOf } from './site.ts'

const root = resolve(import.meta.dirname, '../../..')
const document: Document = JSON.parse(readFileSync(resolve(root, 'openapi.json'), 'utf8'))
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
const { pages, findable } = siteOf(document, true)
const pageAt = (path: string) => pages.find((page) => page.path === path)!.html
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)

describe('the documentation', () => {
  it('has an anchor for every operation, event and schema', () => {
    const ids = new Set(pages.flatMap(({ html }) => idsIn(html)))
    const wanted = [
      ...operations.map(({ operationId }) => operationId),
      ...Object.keys(document.webhooks).map((kind) => `event-${kind}`),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
    ]
    assert.deepEqual(
      wanted.filter((id) => !ids.has(id)),
      [],
    )
  })

  it('has all guides of the repository', () => {
    const files = [...USE, ...LIBRARIES, ...OPERATION, ...PROJECT].map(({ file }) => file)
    const written = globSync(['*.md', 'docs/*.md', 'deploy/README.md', 'clients/*/README.md'], { cwd: root })
    assert.deepEqual(files.toSorted(), written.filter((file) => file !== 'README.md').sort())
  })

  it('has links that lead somewhere', () => {
    const anchors = new Map(pages.map(({ path, html }) => [path, new Set(idsIn(html))]))
    const others =
      /^(https?:|mailto:|\/(openapi\.json|openapi\.yaml|asyncapi\.json|postman\.json|docs\/(icon\.svg|site\.css))$)/
    const broken = pages.flatMap(({ path, html }) =>
      [...html.matchAll(/ href="([^"]+)"/g)]
        .map(([, link]) => link!)
        .filter((link) => !others.test(link))
        .filter((link) => {
          const [page, id] = link.split('#') as [string, string | undefined]
          const found = anchors.get(page || path)
          return !found || (id !== undefined && !found.has(decodeURIComponent(id)))
        })
        .map((link) => `${path}: ${link}`),
    )
    assert.deepEqual(broken, [])
  })

  it('has no id twice on a page', () => {
    const repeated = pages.flatMap(({ path, html }) => {
      const ids = idsIn(html)
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}#${id}`)
    })
    assert.deepEqual(repeated, [])
  })

  it('loads nothing from other origins and has no inline code', () => {
    for (const { path, html } of pages) {
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
      assert.deepEqual(
        loaded.filter((url) => !url.startsWith('/docs/')),
        [],
        path,
      )
      assert.doesNotMatch(html, /<style| style="|<[^>]* on\w+="|<script(?![^>]*src=)/, path)
    }
  })

  it('has a first page below 100 kB, compressed, with its style and script', () => {
    const built = (file: string) => readFileSync(resolve(root, 'server/dist/documentation', file))
    const parts = [pageAt('/docs'), built('site.css'), built('site.js')]
    const size = parts.reduce((sum, part) => sum + gzipSync(part).length, 0)
    assert.ok(size < 100_000, `${size} bytes`)
  })

  it('shows each call of a library in every language', () => {
    const page = pageAt('/docs/api/appointments')
    const [, article] = /id="bookAppointment"([\s\S]*?)<\/article>/.exec(page)!
    for (const text of [
      'curl http://localhost:3000/api/appointments',
      'await medina.appointments.book({',
      'medina.appointments.book(\n    doctor_id=',
      '$medina-&gt;appointments-&gt;book([',
    ])
      assert.ok(article!.includes(text), text)
  })

  it('names the type of an answer that is not JSON, and its required query', () => {
    const page = pageAt('/docs/api/documents')
    assert.match(page, /id="fetchFile"[\s\S]*?<p>A file: <code>application\/pdf<\/code><\/p>/)
    assert.match(page, /curl &#39;http:\/\/localhost:3000\/files\/[^&]*\?\w+=/)
  })

  it('can be tried in the sandbox only', () => {
    assert.ok(pageAt('/docs/api/appointments').includes('Try it in the sandbox'))
    for (const { path, html } of siteOf(document, false).pages) assert.ok(!html.includes('class="try"'), path)
  })
})

describe('the search', () => {
  const search = searchIn(findable)
  const found = (asked: string) => search(asked).map(({ url }) => url)

  for (const [operation, ...words] of [
    ['/docs/api/appointments#cancelAppointment', 'cancel appointment', 'annuler rendez-vous', 'إلغاء موعد'],
    ['/docs/api/appointments#bookAppointment', 'book appointment', 'réserver', 'reserver', 'حجز موعد'],
    ['/docs/api/prescriptions#signPrescription', 'sign prescription', 'signer ordonnance', 'توقيع الوصفة'],
    ['/docs/api/invoices#refundInvoice', 'refund', 'rembourser', 'remboursement', 'استرداد'],
  ] as const)
    for (const asked of words)
      it(`finds ${operation.split('#')[1]} by ${asked}`, () => {
        assert.ok(found(asked).slice(0, 3).includes(operation), found(asked).slice(0, 5).join('\n'))
      })

  it('finds the same operations by one word in three languages', () => {
    for (const asked of ['cancel', 'annuler', 'إلغاء', 'الغاء', 'Annulation'])
      assert.ok(found(asked).includes('/docs/api/appointments#cancelAppointment'), asked)
  })

  it('finds paths, methods of libraries, fields, errors, settings and misspelt words', () => {
    for (const [asked, url] of [
      ['/api/appointments/{id}/cancel', '/docs/api/appointments#cancelAppointment'],
      ['appointments.cancel', '/docs/api/appointments#cancelAppointment'],
      ['appointement cancel', '/docs/api/appointments#cancelAppointment'],
      ['appointment.cancelled', '/docs/api/events-and-payloads#event-appointment.cancelled'],
      ['PUBLIC_URL', '/docs/guides/settings'],
      ['videoRoomId', '/docs/api/schemas#schema-Appointment'],
      ['409', '/docs/api/errors#error-Conflict'],
    ] as const)
      assert.ok(
        found(asked).some((one) => one.startsWith(url)),
        `${asked}: ${found(asked).slice(0, 5).join(' ')}`,
      )
  })

  it('finds nothing for other words', () => {
    assert.deepEqual(found('zzzzqqqq'), [])
  })
})
