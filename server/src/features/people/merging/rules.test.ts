import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Side } from './queries.ts'
import { birthDateOf } from './rules.ts'

type Identity = Pick<Side, 'attested' | 'birth_date'>
const side = (id: string, record: Identity): Side => ({ id, ...record }) as Side

const [ONE, TWO] = ['1984-05-17', '1985-06-18']
const stated = (birth_date: string | null): Identity => ({ attested: false, birth_date })
const attested = (birth_date: string | null): Identity => ({ attested: true, birth_date })

/** Guardianships of the merged patient end by this date; `proofs.test.ts` tests that the merged identity has the same one. */
for (const [survivor, other, expected] of [
  [stated(ONE), stated(TWO), ONE],
  [stated(null), stated(TWO), TWO],
  [attested(ONE), stated(TWO), ONE],
  [attested(null), stated(TWO), null],
  [stated(ONE), attested(TWO), TWO],
  [stated(ONE), attested(null), null],
  [attested(ONE), attested(TWO), ONE],
  [attested(null), attested(TWO), TWO],
] as const) {
  const described = ({ attested, birth_date }: Identity) =>
    `${attested ? 'attested' : 'stated'} ${birth_date ?? 'nothing'}`
  test(`a survivor with ${described(survivor)} and a record with ${described(other)} have the birth date ${expected}`, () =>
    assert.equal(birthDateOf(side('survivor', survivor), side('other', other), {}), expected))
}

test('a choice of the administrator precedes attested records', () => {
  const sides = [side('survivor', attested(ONE)), side('other', stated(TWO))] as const
  assert.equal(birthDateOf(...sides, { identityOf: 'other' }), TWO)
  assert.equal(birthDateOf(...sides, { identityOf: 'survivor' }), ONE)
})
