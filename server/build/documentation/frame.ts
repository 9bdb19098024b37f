import type { Document } from '../../src/http/openapi/document.ts'
import { Html, html } from '../../src/lib/html.ts'
import type { Page, Part } from './page.ts'
import { LANGUAGES } from './samples.ts'

/** A page with its head, the contents and the search. It is complete without its script. */
export function framed({ info }: Document, page: Page, parts: Part[]): string {
  const isStart = page.path === '/docs'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isStart ? page.title : `${page.title} – ${info.title}`}</title>
<meta name="description" content="${isStart ? info.summary : `${page.title}: documentation of ${info.title}`}">
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button type="button" class="menu" popovertarget="contents">Contents</button>
<a class="brand" href="/docs"><img src="/docs/icon.svg" alt="" width="28" height="28"> ${info.title}</a>
<a class="version" href="/docs/guides/changelog">${info.version}</a>
<search class="search" hidden>
<label for="search">Search</label>
<input id="search" type="search" placeholder="cancel, annuler, إلغاء" autocomplete="off" spellcheck="false">
<ul hidden></ul>
<p role="status"></p>
</search>
</header>
<nav id="contents" popover aria-label="Contents">
${parts.map(
  ({ title, pages }) => html`
<section><h2>${title}</h2>
<ul>${pages.map(
    ({ path, label, sections }) => html`
<li>${path === page.path ? html`<a href="${path}" aria-current="page">${label}</a>` : html`<a href="${path}">${label}</a>`}${
      path === page.path &&
      sections.length > 0 &&
      html`<ul>${sections.map(
        ({ id, label, method }) => html`
<li><a href="#${id}">${method && html`<span class="method ${method}">${method}</span> `}${label}</a></li>`,
      )}</ul>`
    }</li>`,
  )}</ul></section>`,
)}
</nav>
<main id="content" tabindex="-1">
<h1>${page.title}</h1>
${
  page.hasSamples &&
  html`
<fieldset class="language"><legend>Samples in</legend>
${Object.entries(LANGUAGES).map(
  ([language, name]) => html`
<label><input type="radio" name="language" id="in-${language}" value="${language}"${language === 'curl' && new Html(' checked')}> ${name}</label>`,
)}</fieldset>`
}
${page.body}
</main>
</body>
</html>
`.text
}
