import { loadConfig } from '../config.ts'

/** What `loadConfig` reports about an environment; '' if it is valid. */
export function faultsOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
