import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '@/generated/prisma/client'

const global = globalThis as unknown as { prisma?: PrismaClient }

/** One client for all requests, also when the development server reloads this file. */
export const prisma = global.prisma ?? connect()
if (process.env.NODE_ENV !== 'production') global.prisma = prisma

function connect(): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 16 }) })
}
