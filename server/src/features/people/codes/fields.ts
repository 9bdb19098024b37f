import { bounded } from '../../../lib/fields.ts'
import { fold } from '../../../lib/fold.ts'

/** A code as people type it: in groups, or in Arabic digits. */
export const codeField = bounded(20)
  .transform((given) => fold(given).replaceAll(' ', ''))
  .refine((given) => /^\d{6}$/.test(given), 'must be the six digits of the code')
  .meta({ example: '493027', maxLength: 20 })
