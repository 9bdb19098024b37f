/**
 * Settings of PostgreSQL for short statements. JIT and parallel workers take longer to start than such a statement runs. PostgreSQL decides
 * by its estimate of the cost, which is high for a search for free times: compiling it takes a hundred times as long as running it.
 */
export const forShortStatements = { jit: 'off', max_parallel_workers_per_gather: '0' }
