import { readdir, readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { StartError } from '../../db/start-error.ts'
import { type Asset, asset } from '../asset.ts'

/** An entry point: its file and its static imports, which the page preloads. */
type Entry = { file: string; imports: string[] }

/** The scripts and styles that web/build made for a page. */
export type Built = {
  /** By file name, which contains a content hash. */
  files: Map<string, Asset>
  entry(name: string): Entry
}

const web = resolve(import.meta.dirname, '../../../../web/dist')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

/**
 * Finds a page built by scripts/prepare.mjs. Its files are read on the first request.
 * @throws {StartError} when it has not been built
 */
export async function findBuilt(page: string): Promise<() => Promise<Built>> {
  const folder = join(web, page)
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause) => {
    throw new StartError(
      'The pages are not built. Run `node scripts/prepare.mjs`, which needs the development packages.',
      {
        cause,
      },
    )
  })
  const { entries }: { entries: Record<string, Entry> } = JSON.parse(text)
  let built: Promise<Built> | undefined
  const read = async () => {
    const names = (await readdir(folder)).filter((name) => name !== 'manifest.json')
    const files = await Promise.all(
      names.map(async (name) => [name, asset(types[extname(name)]!, await readFile(join(folder, name)))] as const),
    )
    return { files: new Map(files), entry: (name: string) => entries[name]! }
  }
  return () => {
    built ??= read().catch((error) => {
      built = undefined // the next request tries again
      throw error
    })
    return built
  }
}
