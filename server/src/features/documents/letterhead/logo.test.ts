import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { logoFault } from './logo.ts'

const folder = join(import.meta.dirname, 'logos-testing')
const exported = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawing = (inside: string, attributes = 'viewBox="0 0 10 10"') => `<svg ${XMLNS} ${attributes}>${inside}</svg>`
const repeated = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('')

/** Whether the document compiler renders the logo. */
const compiler = NodeCompiler.create({})
function compiles(svg: string): boolean {
  const compiled = compiler.compile({
    mainFileContent:
      '#set page(width: 60mm, height: 60mm)\n#image(bytes(sys.inputs.logo), format: "svg", width: 20mm, height: 20mm, fit: "contain")',
    inputs: { logo: svg },
  })
  const created = compiled.result !== null && compiler.pdf(compiled.result).length > 0
  compiler.evictCache(0)
  return created
}

describe('a logo', () => {
  for (const [name, svg] of exported)
    test(`as ${name} is accepted, and documents render with it`, () => {
      assert.equal(logoFault(svg), undefined)
      assert.ok(compiles(svg))
    })

  for (const [name, svg] of Object.entries({
    empty: drawing(''),
    'sized by width and height': drawing('<path d="M0 0h9v9z"/>', 'width="40mm" height="2cm"'),
    'with prefixes': `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><s:path d="M0 0h1v1z"/></s:svg>`,
    'that declares a wrong encoding': `<?xml version="1.0" encoding="ISO-8859-1"?>${drawing('<title>Santé شفاء</title>')}`,
    'with references to characters': drawing('<path d="M0&#32;0h1v1z" fill="&quot;red&quot;"/>'),
    'of two thousand elements': drawing(repeated(1999, () => '<path/>')),
    'thirty-two deep': drawing(`${'<g>'.repeat(31)}${'</g>'.repeat(31)}`),
    'with a chain of gradients': drawing(
      `<defs>${repeated(99, (at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`)}<linearGradient id="g99"><stop/></linearGradient></defs><path d="M0 0h9v9z" fill="url(#g0)"/>`,
    ),
    'with the largest numbers': drawing(
      '<path d="M-1e6 1e6L1000000-1000000.5e-3z" stroke="#1" stroke-width="1e6" transform="scale(1e6 1e-9) matrix(0 0 0 0 0 0)"/>',
      'viewBox="-1e6 -1e6 1000 1000" width="1e5" height="90000"',
    ),
    'with invalid values': drawing(
      '<path d="M0" fill="nothing" transform="rotate(,"/><rect width="-1" height="NaN"/><stop offset="x"/><path d="hello"/>',
    ),
    'with an inherited gradient without an id': drawing(
      '<linearGradient id="a"><stop offset="0"/><stop offset="0"/></linearGradient><radialGradient href="#a"/><path d="M0 0h9v9z" fill="url(#a) none" stroke="url(\'#a\')"/>',
    ),
  }))
    test(`${name} is accepted, and documents render with it`, () => {
      assert.equal(logoFault(svg), undefined)
      assert.ok(compiles(svg))
    })

  test('with the largest allowed size and cost is rendered', () => {
    const clipped = '<clipPath id="c">'.concat(
      repeated(700, () => '<path d="M0 0h9v9z"/>'),
      '</clipPath>',
    )
    const filling = repeated(400, () => '<path d="M0 0h9v9z" fill="url(#g)"/>')
    const stops = `<linearGradient id="g">${repeated(200, (at) => `<stop offset=".${at}"/>`)}</linearGradient>`
    for (const svg of [
      drawing(clipped + repeated(30, () => '<g clip-path="url(#c)"><path d="M0 0h9v9z"/></g>')),
      drawing(stops + filling),
      drawing(repeated(650, () => '<g opacity=".5"><path d="M0 0h9v9z"/></g>')),
      drawing(`${'<g opacity=".5">'.repeat(30)}${repeated(900, () => '<path d="M0 0h9v9z"/>')}${'</g>'.repeat(30)}`),
      drawing(`<path stroke="#000" d="M0 0${'h1v1'.repeat(8000)}"/>`),
    ]) {
      assert.equal(logoFault(svg), undefined)
      assert.ok(compiles(svg))
    }
  })
})

describe('a logo is refused, with the reason, for', () => {
  const path = '<path d="M0 0h9v9z"'
  const billion = `<!DOCTYPE svg [<!ENTITY a "ha">${repeated(9, (at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)}]>`
  const cases: [what: string, svg: string, named: RegExp][] = [
    ['a script', drawing('<script>alert(1)</script>'), /element "script"/],
    ['an HTML script', drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), /element "h:script"/],
    ['an element without a namespace', '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', /element "svg"/],
    ['an onload attribute', drawing('', 'viewBox="0 0 1 1" onload="alert(1)"'), /attribute "onload" at svg/],
    ['onclick on a shape', drawing(`${path} onclick="alert(1)"/>`), /attribute "onclick" at path/],
    ['foreignObject', drawing('<foreignObject><b>x</b></foreignObject>'), /element "foreignObject"/],
    ['an image', drawing('<image href="https://evil.example/a.png"/>'), /element "image"/],
    ['an image from the disk', drawing('<image xlink:href="file:///etc/passwd"/>'), /element "image"/],
    ['an image in a data URL', drawing('<image href="data:image/png;base64,AAAA"/>'), /element "image"/],
    ['a link', drawing('<a href="javascript:alert(1)"/>'), /element "a"/],
    ['text', drawing('<text x="1" y="2">Clinique</text>'), /element "text".*text and effects as paths/],
    ['a style sheet', drawing('<style>@import url(https://evil.example)</style>'), /element "style"/],
    ['a class', drawing(`${path} class="cls-1"/>`), /attribute "class" at path/],
    ['animation', drawing('<animate attributeName="x" values="0;1"/>'), /element "animate"/],
    ['a set element', drawing('<set attributeName="onmouseover" to="alert(1)"/>'), /element "set"/],
    ['a filter', drawing('<filter id="f"><feFlood/></filter>'), /element "filter"/],
    ['a pattern', drawing('<pattern id="p"/>'), /element "pattern"/],
    ['a mask', drawing('<mask id="m"/>'), /element "mask"/],
    ['a use element', drawing('<use href="#a"/>'), /element "use"/],
    [
      'nested use elements',
      drawing(repeated(30, (at) => `<g id="a${at + 1}"><use href="#a${at}"/><use href="#a${at}"/></g>`)),
      /element "use"/,
    ],
    ['metadata', drawing('<metadata/>'), /element "metadata"/],
    ['a nested svg', drawing('<svg viewBox="0 0 1 1"/>'), /root element/],
    ['another root element', `<g ${XMLNS}/>`, /root element/],
    [
      'an external gradient',
      drawing('<linearGradient href="https://evil.example/a.svg#g"/>'),
      /"https:\/\/evil.example/,
    ],
    ['a gradient from the disk', drawing('<linearGradient xlink:href="file:///etc/passwd#g"/>'), /"file:\/\/\/etc/],
    ['a gradient in a data URL', drawing('<linearGradient xlink:href="data:image/svg+xml,x"/>'), /"data:image/],
    ['href of a shape', drawing('<path href="#a" id="a"/>'), /"#a" at path/],
    ['a missing gradient', drawing(`${path} fill="url(#nowhere)"/>`), /fill refers to "nowhere"/],
    ['a gradient that is a shape', drawing(`<path id="p"/>${path} fill="url(#p)"/>`), /fill refers to "p"/],
    ['a gradient as clipPath', drawing(`<linearGradient id="p"/>${path} clip-path="url(#p)"/>`), /clipPath/],
    ['an external paint', drawing(`${path} fill="url(https://evil.example/#g)"/>`), /fill has the value/],
    ['a paint in quotes', drawing(`${path} fill="url('http://evil.example')"/>`), /fill has the value/],
    [
      'a second paint',
      drawing(`<linearGradient id="g"/>${path} fill="url(#g) url(//evil.example)"/>`),
      /fill has the value/,
    ],
    ['a paint in capitals', drawing(`${path} stroke="URL(#g)"/>`), /stroke has the value/],
    ['a paint with escapes', drawing(`${path} fill="u\\72l(//evil.example)"/>`), /fill has the value/],
    ['a reference as a colour', drawing(`<linearGradient id="g"/><stop stop-color="url(#g)"/>`), /stop-color/],
    ['an import in a style', drawing(`${path} style="@import 'https://evil.example'"/>`), /a style has/],
    ['a picture in a style', drawing(`${path} style="background:url(https://evil.example)"/>`), /"background/],
    ['an external paint in a style', drawing(`${path} style="fill:url(//evil.example)"/>`), /fill has the value/],
    ['a comment in a style', drawing(`${path} style="fill:red/**/"/>`), /fill has the value/],
    ['a filter in a style', drawing(`${path} style="filter:url(#f)"/>`), /"filter:url/],
    ['a script as a value', drawing(`${path} fill="javascript:alert(1)"/>`), /fill has the value/],
    ['xml:base', drawing('', 'viewBox="0 0 1 1" xml:base="https://evil.example/"'), /attribute "xml:base"/],
    ['an attribute of another namespace', drawing('', 'viewBox="0 0 1 1" xmlns:e="urn:e" e:href="x"'), /"e:href"/],
    ['an xlink attribute', drawing('', 'viewBox="0 0 1 1" xlink:role="x"'), /"xlink:role"/],
    ['a DOCTYPE', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/g">${drawing('')}`, /DOCTYPE/],
    [
      'an entity from the disk',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('<title>&x;</title>')}`,
      /DOCTYPE/,
    ],
    ['nested entities', billion + drawing('<title>&j;</title>'), /DOCTYPE/],
    ['an undefined entity', drawing('<title>&nbsp;</title>'), /well-formed.*undefined entity/i],
    [
      'a style sheet instruction',
      `<?xml-stylesheet href="https://evil.example/a.css"?>${drawing('')}`,
      /"xml-stylesheet"/,
    ],
    ['CDATA', drawing('<title><![CDATA[<script>]]></title>'), /CDATA/],
    ['a truncated file', drawing('<g>').slice(0, -6), /well-formed/],
    ['text that is not XML', 'M0 0h9v9z', /well-formed/],
    ['a character that XML forbids', drawing('<title>\u0001</title>'), /well-formed/],
    ['HTML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /element "html"/],
    ['two drawings', drawing('') + drawing(''), /well-formed/],
    ['2001 elements', drawing(repeated(2000, () => '<path/>')), /more than 2000 elements/],
    ['a hundred thousand elements', drawing(repeated(100_000, () => '<g/>')), /more than 32 kB/],
    ['33 levels', drawing(`${'<g>'.repeat(32)}${'</g>'.repeat(32)}`), /deeper than 32 levels/],
    ['33 kB', drawing(`<desc>${'é'.repeat(16_384)}</desc>`), /more than 32 kB/],
    ['a gradient that refers to itself', drawing('<linearGradient id="g" href="#g"/>'), /"g" refers to itself/],
    [
      'two gradients that refer to each other',
      drawing('<linearGradient id="a" href="#b"/><radialGradient id="b" href="#a"/>'),
      /refers to itself/,
    ],
    [
      'a clipPath that clips itself',
      drawing('<clipPath id="c"><path clip-path="url(#c)"/></clipPath>'),
      /clipPath that is clipped/,
    ],
    [
      'a clipped clipPath',
      drawing('<clipPath id="a"/><clipPath id="b" style="clip-path:url(#a)"/>'),
      /clipPath that is clipped/,
    ],
    [
      '31 clipped elements',
      drawing(`<clipPath id="c"/>${repeated(31, () => '<g clip-path="url(#c)"/>')}`),
      /more than 30/,
    ],
    ['a duplicate id', drawing('<g id="a"/><g id="a"/>'), /id "a" twice/],
    ['dashes', drawing(`${path} stroke-dasharray="0.0001"/>`), /dashed strokes/],
    ['dashes in a style', drawing(`${path} style="stroke-dasharray:1,1"/>`), /dashed strokes/],
    ['a number beyond the limit', drawing('<path d="M0 0h1e39"/>'), /number 1e39/],
    ['a negative number beyond the limit', drawing('<rect width="-1000001" height="1"/>'), /number -1000001/],
    ['no size', drawing('', ''), /neither a viewBox nor/],
    ['an empty size', drawing('', 'viewBox="0 0 0 10"'), /viewBox/],
    ['a size of three numbers', drawing('', 'viewBox="0 0 10"'), /four numbers/],
    ['a negative size', drawing('', 'viewBox="0 0 -10 -10"'), /viewBox/],
    ['a line', drawing('', 'viewBox="0 0 1000 1"'), /at most 12 times/],
    ['a line by width and height', drawing('', 'viewBox="0 0 1 1" width="1" height="99"'), /at most 12 times/],
    ['an invalid width', drawing('', 'width="calc(1px)" height="2"'), /width is not a length/],
  ]
  for (const [name, svg, named] of cases)
    test(name, () => {
      const fault = logoFault(svg)
      assert.match(fault ?? 'accepted', named)
      assert.ok(fault!.length < 300)
    })
})
