import { Medina } from '../javascript/src/index.ts'

/** Prints the milliseconds of a call through the library and of the same call with fetch, alternating. */
const url = process.env.MEDINA_URL!
const client = { client_id: 'sandbox-admin', client_secret: 'sandbox-admin-secret' }
const medina = new Medina({ url, clientId: client.client_id, clientSecret: client.client_secret })
const { access_token } = await medina.tokens.issue({ grant_type: 'client_credentials', ...client })
const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' }
const id = 'usr_sandbox_patient'

const own = () => medina.patients.get(id)
async function bare() {
  const response = await fetch(`${url}/api/patients/${id}`, { headers })
  if (!response.ok) throw new Error(String(response.status))
  return ((await response.json()) as { patient: object }).patient
}

async function timed(call: () => PromiseLike<unknown>): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

for (let round = 0; round < 450; round++) {
  const first =
    round % 2 === 0 ? [await timed(own), await timed(bare)] : [await timed(bare), await timed(own)].reverse()
  if (round >= 50) console.log(first.join(' '))
}
