// Compares a file with the issued one. The file is read in the browser and is not sent.
const check = document.querySelector('#check')
const input = check.querySelector('input')
const status = check.querySelector('[role="status"]')
const [name, verdict] = status.children
const { sha256, size } = check.dataset

// Browsers have SubtleCrypto only over HTTPS. Without it, the page shows the digest and the command.
if (globalThis.crypto?.subtle) check.hidden = false

input.addEventListener('change', async () => {
  const [file] = input.files
  show(file, 'reading')
  if (!file) return
  const outcome = await compare(file)
  if (input.files[0] === file) show(file, outcome)
})

async function compare(file) {
  if (file.size !== Number(size)) return 'other'
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return hex(digest) === sha256 ? 'same' : 'other'
  } catch {
    return 'unread'
  }
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function show(file, outcome) {
  status.className = file ? outcome : ''
  name.textContent = file ? file.name : ''
  verdict.textContent = file ? check.dataset[outcome] : ''
}
