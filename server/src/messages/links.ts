/**
 * A host of letters, digits, dots and dashes, or an IPv6 address. Refuses punctuation that resembles a dot or a slash. The
 * mail program is responsible for displaying look-alike letters safely.
 */
const HOST = /^(?:[\p{L}\p{M}\p{N}._-]+|\[[\da-f:.]+\])(?::\d+)?$/iu

/** Invisible characters, and characters that programs interpret differently, except joiners of Persian letters and emoji. */
const HIDDEN = /[\s<>"\\\p{Cc}\p{Cs}\p{Co}]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/**
 * The reason to refuse a link; undefined if it is valid. Recipients judge a link by its text, so it must not mislead them.
 * @param allowHttp whether plain http:// is allowed
 */
export function linkFault(written: string, allowHttp: boolean): string | undefined {
  const [, scheme, host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(written) ?? []
  if (HIDDEN.test(written)) return 'must be a URL without spaces, backslashes and invisible characters'
  if (scheme === undefined || !URL.canParse(written) || (!allowHttp && scheme.toLowerCase() !== 'https'))
    return `must be a URL that begins with https://${allowHttp ? ' or http://' : ''}`
  if (host.includes('@')) return 'must not have a user before its host, which would mislead the reader'
  if (!HOST.test(host) || INVISIBLE.test(host)) return 'must have a host of letters, digits, dots and dashes'
  return undefined
}
