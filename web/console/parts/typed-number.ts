/** The number in a field. An empty field is no number, so that the server reports it. */
export const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))
