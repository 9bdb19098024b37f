export const statuses = ['ACTIVE', 'RESOLVED'] as const
export type Status = (typeof statuses)[number]
