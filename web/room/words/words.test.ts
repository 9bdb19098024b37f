import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words as ar } from './ar.ts'
import { words as en } from './en.ts'
import { words as fr } from './fr.ts'

/** Every text of a language by its path; functions are called with sample values. */
function textsOf(part: unknown, path = ''): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]]
  if (typeof part === 'function') return [1, 2, 3, 11].map((n) => [`${path}(${n})`, String(part(n, n))])
  return Object.entries(part as object).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
}

test('no text is empty, incomplete, or padded with spaces', () => {
  for (const words of [fr, ar, en]) {
    for (const [path, text] of textsOf(words)) {
      assert.match(text, /\S/, `${words.language}${path}`)
      assert.doesNotMatch(text, /undefined|null|#|^\s|\s$|\s\s/, `${words.language}${path}: ${text}`)
    }
  }
})

test('French and Arabic differ from English, except for a few words', () => {
  const english = new Map(textsOf(en))
  const same = ['.call.chat', '.chat.title', '.title', '.steps.meet', '.roles.patient']
  for (const words of [fr, ar]) {
    const left = textsOf(words).filter(([path, text]) => english.get(path) === text && !same.includes(path))
    assert.deepEqual(
      left.map(([path]) => path),
      [],
      words.language,
    )
  }
})

test('Arabic uses Arabic letters, except for the names of products and file formats', () => {
  const latin = /[A-Za-z]{3,}/g
  const names = /^(https|Chrome|Safari|Firefox|Edge|WhatsApp|Zoom|Teams|PDF|JPEG|PNG)$/
  for (const [path, text] of textsOf(ar)) {
    if (['.language', '.locale'].includes(path)) continue
    assert.deepEqual(
      (text.match(latin) ?? []).filter((one) => !names.test(one)),
      [],
      `${path}: ${text}`,
    )
  }
})

test('French uses typographic apostrophes, and non-breaking spaces before punctuation', () => {
  for (const [path, text] of textsOf(fr)) {
    assert.doesNotMatch(text, /['"]/, path)
    assert.doesNotMatch(text.replace('https://', ''), /[^\s ][?!:;»]/, `${path}: ${text}`)
  }
})
