/**
 * A host as people read it: letters, digits, dots and dashes, or an IPv6 address. Punctuation that resembles a dot or a slash
 * is none of these; letters that do are left to whoever shows them.
 */
const HOST = /^(?:[\p{L}\p{M}\p{N}._-]+|\[[\da-f:.]+\])(?::\d+)?$/iu

/** What does not show, or what programs read as something else; but for what joins Persian letters, and pictures, in a path. */
const HIDDEN = /[\s<>"\\\p{Cc}\p{Cs}\p{Co}]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u

/**
 * Why a link is not to be sent, if it is not. Whoever gets a message judges a link by what they read: it must lead there.
 * @param allowHttp whether it may be without encryption
 */
export function linkFault(written: string, allowHttp: boolean): string | undefined {
  const [, scheme, host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(written) ?? []
  if (HIDDEN.test(written)) return 'must be an address without spaces, backslashes and signs that do not show'
  if (scheme === undefined || !URL.canParse(written) || (!allowHttp && scheme.toLowerCase() !== 'https'))
    return `must be an address that begins with https://${allowHttp ? ' or http://' : ''}`
  if (host.includes('@')) return 'must not name a user before its host: it would read as if it led elsewhere'
  if (!HOST.test(host) || UNSEEN.test(host)) return 'must name its host in letters, digits, dots and dashes'
  return undefined
}
