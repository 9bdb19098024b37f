import type { Call } from './call.ts'
import { RootApi } from './generated/resources.ts'
import { Http, type Options, type Settings } from './http.ts'
import { VERSION } from './version.ts'

/** The client of an installation. Create one for the process, because it holds the access token. */
export class Medina extends RootApi {
  readonly #http: Http

  constructor(settings: Settings) {
    const http = new Http(settings, VERSION)
    super(http)
    this.#http = http
  }

  /** Downloads a file from the `url` in a response, such as that of `documents.generate`. Sends no access token. */
  download(url: string, options?: Options): Call<Uint8Array<ArrayBuffer>> {
    return this.#http.download(url, options)
  }
}

export { Call, type Meta } from './call.ts'
export * from './errors.ts'
export type * from './generated/types.ts'
export type { Attempt, ClientCredentials, Hooks, IssuedTokens, Options, Settings, UpdateOptions } from './http.ts'
export { type Page, Pages } from './pages.ts'
