/** The allowed transitions of each state. A state without any is final. */
export type Transitions<S extends string> = Record<S, readonly S[]>

/** The specified `details` of a 409 for a state conflict. */
export const transitionDetails = <S extends string>(table: Transitions<S>, from: S, to: S) => ({
  state: { from, to, allowed: table[from] },
})
