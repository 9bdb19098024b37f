import { normalized } from './normalized.ts'

/**
 * Converts a written phone number to E.164: with spaces, dots, dashes, brackets, `00` for `+`, or as a national number of
 * Morocco (decision: "+212 assumed for national numbers").
 * @returns undefined for an invalid number: a Moroccan one has nine digits that begin with 5, 6, 7 or 8 (ANRT's numbering
 *   plan), any other one 7 to 15 in total with an assigned country code (ITU-T E.164)
 */
export function parsePhone(written: string): string | undefined {
  if (written.length > LONGEST) return undefined
  const bare = normalized(written, 'NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'.indexOf(digit) % 10)) // Arabic ones, and Persian
    .replace(/(?<=\d[\s.-]*)\(0\)/g, '') // +212 (0)6 …
    .replace(SEPARATORS, '')
  const national = /^(?:(?:\+|00)212)?0?([5-8]\d{8})$/.exec(bare)
  // Nine digits alone are ambiguous: a Moroccan number needs the 0 or the country code.
  if (national) return /^[+0]/.test(bare) ? `+212${national[1]}` : undefined
  const foreign = /^(?:\+|00)([1-9]\d{6,14})$/.exec(bare)?.[1]
  return foreign !== undefined && hasCountryCode(foreign) ? `+${foreign}` : undefined
}

const LONGEST = 40

/**
 * Codes of other countries and of global networks, such as satellites (ITU-T, "List of Recommendation ITU-T E.164 assigned
 * country codes", annex to Operational Bulletin 1114, 15 December 2016). Excluded are 212, which has its own rules, and
 * codes that reach no person: freephone, shared-cost and premium services (800, 808, 979), personal numbers (878) and
 * disaster relief (888).
 */
const COUNTRIES = new Set(
  [
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86',
    '90 91 92 93 94 95 98 211 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239',
    '240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 269',
    '290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 379 380 381 382 383',
    '385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 672',
    '673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 850 852 853 855 856 870 880 881 882 883',
    '886 960 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 992 993 994 995 996 998',
  ].flatMap((codes) => codes.split(' ')),
)

/** Whether a number begins with the code of another country. No code is a prefix of another. */
const hasCountryCode = (digits: string): boolean => [1, 2, 3].some((length) => COUNTRIES.has(digits.slice(0, length)))

/** Spaces, dots, slashes, brackets, dashes of all kinds, and invisible characters such as direction controls. */
const SEPARATORS = /[\s./()\-\u2010-\u2015\u2212\p{Default_Ignorable_Code_Point}]/gu
