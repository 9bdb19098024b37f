/** For each state, those that may follow it. A state that lists none is final. */
export type Transitions<S extends string> = Record<S, readonly S[]>

/** The specification's shape of a conflict of states: `details` of a 409. */
export const wrongState = <S extends string>(table: Transitions<S>, from: S, to: S) => ({
  state: { from, to, allowed: table[from] },
})
