import { useQuery } from '@tanstack/react-query'
import { medina } from './api.ts'

const query = {
  queryKey: ['operations'],
  queryFn: async (): Promise<ReadonlySet<string>> => new Set(await medina.me.listOperations()),
  staleTime: 300_000,
}

/** The operations of the API that the person may call. Which records they reach is decided by the platform. */
export const usePermissions = () => useQuery(query)

/** Whether the person may call an operation. */
export function useMay(operation: string): boolean {
  return useQuery(query).data?.has(operation) ?? false
}
