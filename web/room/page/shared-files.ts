import type { SharedFile } from '../call/call.ts'
import type { Link } from './link.ts'

/** As on the server. */
const MAX_FILE_BYTES = 10_000_000
const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png']

/** `full`: the appointment has the maximum of files. */
export type ShareFault = 'tooLarge' | 'wrongType' | 'full' | 'failed'

/** Stores a file with the appointment. The server decides by its content. */
export async function shareFile(link: Link, file: File): Promise<SharedFile | ShareFault> {
  if (file.size > MAX_FILE_BYTES) return 'tooLarge'
  if (!FILE_TYPES.includes(file.type)) return 'wrongType'
  try {
    const body = JSON.stringify({ name: nameOf(file), content: await base64Of(file) })
    const headers = { authorization: `Bearer ${tokenOf(link)}`, 'content-type': 'application/json' }
    const response = await fetch(`/video/rooms/${link.roomId}/files`, { method: 'POST', headers, body })
    if (response.ok) return ((await response.json()) as { file: SharedFile }).file
    return response.status === 422 ? 'wrongType' : response.status === 409 ? 'full' : 'failed'
  } catch {
    return 'failed'
  }
}

/** The address of a shared file, which is valid for a few minutes. Undefined if the server could not be reached. */
export async function addressOf(link: Link, id: string): Promise<string | undefined> {
  try {
    const headers = { authorization: `Bearer ${tokenOf(link)}` }
    const response = await fetch(`/video/rooms/${link.roomId}/files/${id}`, { headers })
    return response.ok ? ((await response.json()) as { file: { url: string } }).file.url : undefined
  } catch {
    return undefined
  }
}

/** The newest token that this page has. The server accepts an expired one of a participant who is in the room. */
const tokenOf = ({ visit, token }: Link): string => visit.read().token ?? token

const endings: Record<string, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

/** A name that the server accepts: without a path, at most 100 characters, with the ending of its type. */
function nameOf({ name, type }: File): string {
  const ending = /\.(pdf|jpe?g|png)$/i.exec(name)?.[0] ?? `.${endings[type]}`
  const stem = name.slice(0, name.toLowerCase().endsWith(ending.toLowerCase()) ? -ending.length : undefined)
  const clean = [...stem.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, ' ').replace(/^[. ]+/, '')].slice(0, 90).join('')
  return `${clean.trim() || 'fichier'}${ending}`
}

async function base64Of(file: File): Promise<string> {
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.onload = resolve
    reader.onerror = reject
    reader.readAsDataURL(file)
  })
  return (reader.result as string).slice((reader.result as string).indexOf(',') + 1)
}
