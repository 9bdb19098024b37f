import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SealingKey } from '../content.ts'
import { openssl } from '../signed-pdf-testing.ts'

type Name = 'root' | 'issuing' | 'signer' | 'stamper' | 'responder'
const EC = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365'

/**
 * A public key infrastructure of OpenSSL: a root, an issuing authority, and the certificates of a signer and a time-stamping
 * authority. Over HTTP it answers OCSP requests and offers its revocation lists and its root, as the certificates say.
 */
export class TestInfrastructure {
  readonly #folder = mkdtempSync(join(tmpdir(), 'medina-infrastructure-'))
  /** The path of each request. */
  readonly requests: string[] = []
  /** Replaces the answers of a path. */
  readonly answers = new Map<string, { status: number; body: Buffer }>()
  readonly #server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const path = request.url!
    this.requests.push(path)
    const answer = this.answers.get(path) ?? { status: 200, body: this.answerTo(path, body) }
    response.writeHead(answer.status).end(answer.body)
  })

  async open(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']
    const rootInformation = [`authorityInfoAccess=caIssuers;URI:${url}/root.cer`]
    const signing = ['basicConstraints=critical,CA:FALSE', 'keyUsage=critical,digitalSignature,nonRepudiation']
    const lists = (name: Name) => [`crlDistributionPoints=URI:${url}/${name}.crl`]
    this.#certify('root', 'root', authority)
    this.#certify('issuing', 'root', [...authority, ...rootInformation, ...lists('root')])
    this.#certify('signer', 'issuing', [...signing, `authorityInfoAccess=OCSP;URI:${url}/ocsp`, ...lists('issuing')])
    this.#certify('responder', 'issuing', ['extendedKeyUsage=OCSPSigning', 'noCheck=yes'])
    this.#certify('stamper', 'issuing', [
      'keyUsage=critical,digitalSignature',
      'extendedKeyUsage=critical,timeStamping',
      ...lists('issuing'),
    ])
    this.revoke()
  }

  /** A key with its certificate, followed by the issuing authority's. The root is not in it. */
  key = (name: 'signer' | 'stamper'): SealingKey => ({
    chainPem: this.pem(name) + this.pem('issuing'),
    privateKeyPem: this.#read(`${name}.key`).toString(),
  })

  pem = (name: Name): string => this.#read(`${name}.pem`).toString()

  /** Publishes new lists, in which only these certificates are revoked. */
  revoke(...revoked: Name[]): void {
    for (const authority of ['root', 'issuing'] as const) {
      const issued: Name[] = authority === 'root' ? ['issuing'] : ['signer', 'stamper', 'responder']
      const rows = issued.map((name) => {
        const serial = this.#openssl(`x509 -in ${name}.pem -noout -serial`).trim().split('=')[1]
        return `${revoked.includes(name) ? 'R' : 'V'}\t450101000000Z\t${revoked.includes(name) ? '260101000000Z' : ''}\t${serial}\tunknown\t/CN=${name}`
      })
      this.#write(`${authority}.index`, `${rows.join('\n')}\n`)
      this.#write(`${authority}.number`, '01\n')
      this.#write(
        `${authority}.config`,
        `[ca]\ndefault_ca=it\n[it]\ndatabase=${authority}.index\ncrlnumber=${authority}.number\ndefault_md=sha256\n`,
      )
      const signer = `-cert ${authority}.pem -keyfile ${authority}.key`
      this.#openssl(`ca -gencrl -config ${authority}.config ${signer} -crldays 7 -out ${authority}.crl.pem`)
      this.#openssl(`crl -in ${authority}.crl.pem -outform DER -out ${authority}.crl`)
    }
  }

  answerTo(path: string, body: Buffer): Buffer {
    if (path === '/root.cer') {
      this.#openssl('x509 -in root.pem -outform DER -out root.cer')
      return this.#read('root.cer')
    }
    if (path !== '/ocsp') return this.#read(path.slice(1))
    return this.ocspResponse(body, 'responder')
  }

  /** The response to an OCSP request, signed by a key of the infrastructure. */
  ocspResponse(request: Buffer, by: Name): Buffer {
    this.#write('request', request)
    const answer = `ocsp -index issuing.index -CA issuing.pem -rsigner ${by}.pem -rkey ${by}.key -ndays 7`
    this.#openssl(`${answer} -reqin request -respout response`)
    return this.#read('response')
  }

  close(): void {
    this.#server.close()
    rmSync(this.#folder, { recursive: true })
  }

  #certify(name: Name, issuer: Name, extensions: string[]): void {
    const issued = issuer === name ? '' : ` -CA ${issuer}.pem -CAkey ${issuer}.key`
    const more = extensions.flatMap((extension) => ['-addext', extension])
    this.#openssl(`req -x509 ${EC} -keyout ${name}.key -out ${name}.pem${issued} -subj /C=MA/CN=${name}`, ...more)
  }

  #openssl = (command: string, ...more: string[]): string => openssl(this.#folder, command, ...more)
  #read = (file: string): Buffer => readFileSync(join(this.#folder, file))
  #write = (file: string, content: string | Buffer): void => writeFileSync(join(this.#folder, file), content)
}
