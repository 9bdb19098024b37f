// The word list of plain English (docs/glossary.md), part of `npm run lint`. Reports each use of a refused word, with a
// replacement. Migrations are frozen and keep their words.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Rule = { find: RegExp; instead: string }

const everywhere: Rule[] = [
  // `nobody@…`, `nobody+…` and 'nobody' are the sandbox's mailbox (messages/providers/magic.ts).
  {
    find: /(?<!['`])\bnobody\b(?![@+])|['`]nobody\b(?!['`@+])|\bno-one\b/i,
    instead: 'name the subject: "no client", "no other server"',
  },
  { find: /\bsomebody\b/i, instead: 'name the subject: "the caller", "another user"' },
  { find: /\b(whoever|whomever|whosever)\b/i, instead: 'name the subject: "the caller", "a client that …"' },
  { find: /\b(whence|whither|thereby|thereof|wherefrom|hearsay)\b/i, instead: 'a plain word: "origin", "unverified"' },
  { find: /\bin vain\b/i, instead: '"without success", or what failed' },
  { find: /\b(goes|gone|go|going) on with\b/i, instead: '"continue"' },
  { find: /\bof ours\b/i, instead: '"our …", or the name of the part' },
  { find: /\bundertakings?\b/i, instead: '"external-effect operation"' },
]

/** Identifiers that are prepositions or participles. */
const inCode: Rule[] = [
  {
    find: /\b(?:const|let) (?:of|told)\b|\(of\)|\b(?:of|told) =>|[({,] ?(?:of|told)\??: /,
    instead: 'a noun or a verb',
  },
  { find: /(?<![\w'"`*/ ] )\b(?:of|told)\.\w/, instead: 'a noun' },
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.md', '*.typ', '*.css', 'openapi.json', '.ci/run'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && file !== 'scripts/words.ts' && file !== 'docs/glossary.md')

let found = 0
for (const file of files) {
  const rules = file.endsWith('.ts') ? [...everywhere, ...inCode] : everywhere
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { find, instead } of rules) {
      const [word] = find.exec(line) ?? []
      if (word === undefined) continue
      found++
      console.error(`${file}:${index + 1}: "${word.trim()}": write ${instead}`)
    }
  }
}
if (found > 0) {
  console.error(`${found} words to replace; docs/glossary.md has the rules.`)
  process.exitCode = 1
}
