/** Whether the driver accepts an address. For a wrong scheme, path or escape the driver itself would throw only later. */
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
    return false // an invalid escape, or invalid UTF-8
  }
}
