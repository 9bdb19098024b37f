export const failure = (status: number, code: string, message: string, details?: unknown) =>
  Response.json({ error: { code, message, details } }, { status })

export const unauthorized = () => failure(401, 'UNAUTHORIZED', 'Send a valid bearer token.')
