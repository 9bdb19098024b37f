import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { StartError } from '../../db/start-error.ts'
import { once } from '../../lib/once.ts'
import { type Asset, asset } from '../asset.ts'

/** An entry point: its file and its static imports, which the page preloads. */
type Entry = { file: string; imports: string[] }

/** The scripts and styles that web/build made for a page. */
export type Built = {
  /** By file name, which contains a content hash. */
  files: Map<string, () => Asset>
  entry(name: string): Entry
}

const web = resolve(import.meta.dirname, '../../../../web/dist')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

/**
 * Finds a page built by scripts/prepare.mjs. Its scripts and styles are read together when the page is first shown, because an upgrade
 * replaces them while servers still run. A source map, which few people need, is read on its first request.
 * @throws {StartError} when it has not been built
 */
export async function findBuilt(page: string, parent = web): Promise<Built> {
  const folder = join(parent, page)
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause) => {
    throw new StartError(
      'The pages are not built. Run `node scripts/prepare.mjs`, which needs the development packages.',
      {
        cause,
      },
    )
  })
  const { entries }: { entries: Record<string, Entry> } = JSON.parse(text)
  const names = (await readdir(folder)).filter((name) => name !== 'manifest.json')
  const isMap = (name: string) => extname(name) === '.map'
  const read = (name: string) => asset(types[extname(name)]!, readFileSync(join(folder, name)))
  const shown = once(() => new Map(names.filter((name) => !isMap(name)).map((name) => [name, read(name)])))
  return {
    files: new Map(names.map((name) => [name, isMap(name) ? once(() => read(name)) : () => shown().get(name)!])),
    entry: (name) => {
      shown()
      return entries[name]!
    },
  }
}
