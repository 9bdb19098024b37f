export * from './medina.ts'
export * as webhooks from './webhooks.ts'
