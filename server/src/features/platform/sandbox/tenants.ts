/** The sandbox's tenants and fixed people (decision: "The sandbox's fixed people"). */
export const tenants = [
  {
    id: 'ten_sandbox',
    name: 'Clinique Atlas (sandbox)',
    plan: 'ENTERPRISE',
    prefix: '',
    roles: ['admin', 'doctor', 'dentist', 'patient', 'pharmacy', 'laboratory', 'reception', 'pending'],
    doctors: 14,
    patients: 36,
    lapsed: 3,
    visits: 90,
    visited: true,
    pharmacies: 3,
  },
  {
    id: 'ten_sandbox_b',
    name: 'Cabinet Rif (sandbox)',
    plan: 'PRO',
    prefix: 'b-',
    roles: ['admin', 'doctor', 'patient', 'pharmacy'],
    doctors: 3,
    patients: 10,
    lapsed: 1,
    visits: 24,
    visited: true,
    pharmacies: 1,
  },
  {
    id: 'ten_sandbox_starter',
    name: 'Cabinet Souss (sandbox)',
    plan: 'STARTER',
    prefix: 'starter-',
    roles: ['admin'],
    doctors: 0,
    patients: 0,
    lapsed: 0,
    visits: 0,
    visited: false,
    pharmacies: 0,
  },
] as const

export type Tenant = (typeof tenants)[number]
