import { z } from 'zod'
import { roles } from '../../actor.ts'
import { operation } from '../../http/operation.ts'
import { id } from '../../lib/fields.ts'

export const readMe = operation('users:read', {
  tag: 'Users',
  method: 'GET',
  path: '/api/users/me',
  name: 'readMe',
  subject: 'User',
  summary: 'Read the current user',
  description: 'The user that the token acts as.',
  answer: z
    .object({
      id: id('usr'),
      email: z.string(),
      name: z.string(),
      role: z.enum(roles).meta({ id: 'Role' }),
      tenantId: id('ten'),
    })
    .meta({
      id: 'User',
      example: {
        id: 'usr_sandbox_doctor',
        email: 'doctor@sandbox.example',
        name: 'Dr Youssef Benali',
        role: 'DOCTOR',
        tenantId: 'ten_sandbox',
      },
    }),
})
