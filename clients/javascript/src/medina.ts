import type { Call } from './call.ts'
import { RootApi } from './generated/resources.ts'
import { Http, type Options, type Settings } from './http.ts'
import { VERSION } from './version.ts'

/** The API of an installation, as one client. Keep one for the process: it holds the access token. */
export class Medina extends RootApi {
  readonly #http: Http

  constructor(settings: Settings) {
    const http = new Http(settings, VERSION)
    super(http)
    this.#http = http
  }

  /** Fetches a file by the `url` of an answer, such as that of `documents.generate`. It needs no token and gets none. */
  download(url: string, options?: Options): Call<Uint8Array<ArrayBuffer>> {
    return this.#http.download(url, options)
  }
}

export { Call, type Meta } from './call.ts'
export * from './errors.ts'
export type * from './generated/types.ts'
export type { Attempt, ClientCredentials, Hooks, IssuedTokens, Options, Settings, UpdateOptions } from './http.ts'
export { type Page, Pages } from './pages.ts'
