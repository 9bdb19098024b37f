/**
 * A host of letters, digits, dots and dashes, or an IPv6 address. Punctuation that resembles a dot or a slash is refused;
 * displaying look-alike letters safely is left to the mail program.
 */
const HOST = /^(?:[\p{L}\p{M}\p{N}._-]+|\[[\da-f:.]+\])(?::\d+)?$/iu

/** Invisible characters, and those that programs interpret differently; except joiners of Persian letters and emoji. */
const HIDDEN = /[\s<>"\\\p{Cc}\p{Cs}\p{Co}]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u

/**
 * The reason not to send a link, if any. Recipients judge a link by its text, so it must not mislead them.
 * @param allowHttp whether plain http:// is allowed
 */
export function linkFault(written: string, allowHttp: boolean): string | undefined {
  const [, scheme, host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(written) ?? []
  if (HIDDEN.test(written)) return 'must be a URL without spaces, backslashes and invisible characters'
  if (scheme === undefined || !URL.canParse(written) || (!allowHttp && scheme.toLowerCase() !== 'https'))
    return `must be a URL that begins with https://${allowHttp ? ' or http://' : ''}`
  if (host.includes('@')) return 'must not have a user before its host, which would mislead the reader'
  if (!HOST.test(host) || UNSEEN.test(host)) return 'must have a host of letters, digits, dots and dashes'
  return undefined
}
