import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/generated/prisma/client'

declare global {
  var prismaClient: PrismaClient | undefined
}

/** One client for all requests, also when the development server reloads this file. */
export const prisma = globalThis.prismaClient ?? connect()
if (process.env.NODE_ENV !== 'production') globalThis.prismaClient = prisma

function connect(): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 16 }) })
}
