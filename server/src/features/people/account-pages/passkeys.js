// Passkeys on the account pages. Without this script, or in a browser without passkeys, the forms stay hidden.
const isSupported = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!isSupported) continue
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submitPasskey(form).catch(() => showFault(form, form.dataset.unable))
  })
}

async function submitPasskey(form) {
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const answer = await fetch(form.dataset.options, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    const body = await answer.json()
    if (!answer.ok) return showFault(form, body.fault)
    form.elements.credential.value = JSON.stringify(await credential(form.dataset.passkey, body))
    if (form.elements.password) form.elements.password.disabled = true // the server checked it when it sent the options
    form.submit()
  } finally {
    button.disabled = false
  }
}

const credential = (kind, options) =>
  kind === 'create'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })

/** Shows why the server refused, or that there is no passkey: browsers do not reveal why a device gave none. */
function showFault(form, text) {
  const fault = form.querySelector('[role="alert"]')
  fault.textContent = text
  fault.hidden = false
}
