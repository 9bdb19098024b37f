import { useQuery } from '@tanstack/react-query'
import { medina } from './api.ts'

const query = {
  queryKey: ['operations'],
  queryFn: async (): Promise<ReadonlySet<string>> => new Set(await medina.me.listOperations()),
  staleTime: 300_000,
}

/** The operations of the API that the user may call. The server decides for which records. */
export const usePermissions = () => useQuery(query)

/** Whether the user may call an operation. */
export function useMay(operation: string): boolean {
  return useQuery(query).data?.has(operation) ?? false
}
