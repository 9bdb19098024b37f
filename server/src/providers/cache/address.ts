/** What the driver takes: another scheme, a path that is no number or a broken escape would end the start later on. */
export function isRedis(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text)
  if (!(protocol === 'redis:' || protocol === 'rediss:') || hostname === '' || search !== '' || hash !== '')
    return false
  return /^(\/\d{0,5})?$/.test(pathname) && isDecodable(username) && isDecodable(password)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false // a broken escape, or bytes that are no UTF-8
  }
}
