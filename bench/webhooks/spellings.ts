import { networkInterfaces } from 'node:os'

/** Forbidden addresses that are tried in every notation. */
const TARGETS = ['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']

/** An address of each range that is not public, in plain notation. */
const OTHERS = [
  ...['0.1.2.3', '10.255.255.255', '100.127.255.255', '127.255.255.254', '168.63.129.16', '169.254.1.1'],
  ...['172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.255.255', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  '255.255.255.255',
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[fc00::1]', '[fd00::1]'],
  ...['[fd00:ec2::254]', '[fe80::1]', '[fe80::a9fe:a9fe]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[ff0e::1]'],
  ...['[100::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]'],
  ...['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%25lo]', '[::1%lo]', '[v1.127.0.0.1]'],
]

/** Names of this machine, and of metadata services. */
const NAMES = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.localhost',
    'a.b.localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  ],
  ...['localhost.localdomain', 'localhost6', 'ip6-localhost', 'ip6-loopback', '%6c%6f%63alhost', 'loc\u00adalhost'],
  ...[
    'metadata',
    'metadata.google.internal',
    'metadata.google.internal.',
    'instance-data',
    'instance-data.ec2.internal',
  ],
  ...['host.docker.internal', 'gateway.docker.internal', 'kubernetes.default.svc.cluster.local', 'broadcasthost'],
]

/** URL parts that make one host look like another. */
const DISGUISES = [
  ...['user@127.0.0.1', 'user:password@127.0.0.1', 'clinic.example@127.0.0.1', 'clinic.example:443@127.0.0.1'],
  ...[
    'clinic.example%40127.0.0.1',
    'clinic.example\\@127.0.0.1',
    '127.0.0.1\\@clinic.example',
    '127.0.0.1\t',
    '\t127.0.0.1',
  ],
  ...['127.0.\n0.1', '127.0.0.1%00.clinic.example', '127.0.0.1%2e', '127%2e0%2e0%2e1', '/127.0.0.1', '\\127.0.0.1'],
]

/** Hosts for URLs; all are forbidden or invalid. */
export function spellings(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%')[0]}]` : address))
  return [...new Set([...TARGETS.flatMap(formsOf), ...OTHERS, ...NAMES, ...DISGUISES, ...own])]
}

function formsOf(address: string): string[] {
  const bytes = address.split('.').map(Number)
  const [a, b, c, d] = bytes as [number, number, number, number]
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => value.toString(16)
  const octal = (value: number) => `0${value.toString(8)}`
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)]
  const inverted = `${hex((a * 256 + b) ^ 0xffff)}:${hex((c * 256 + d) ^ 0xffff)}`
  const digits = (zero: string, others: string) =>
    address.replace(/\d/g, (digit) => (digit === '0' ? zero : [...others][Number(digit) - 1]!))
  return [
    address,
    `${address}.`,
    String(number),
    `${number}.`,
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    octal(number),
    `000${octal(number)}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map(octal).join('.'),
    `0x${hex(a)}.${octal(b)}.${c * 256 + d}`,
    `${octal(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
    digits('０', '１２３４５６７８９'),
    digits('⓪', '①②③④⑤⑥⑦⑧⑨'),
    digits('𝟘', '𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll('.', '｡'),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${high}:${low}]`,
    `[64:ff9b::${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::]`,
    `[2001:0:4136:e378:8000:63bf:${inverted}]`,
    `[fe80::5efe:${address}]`,
    `[fe80::200:5efe:${high}:${low}]`,
  ]
}
