/** Stops the program when our own reasoning is wrong. Never use it on player input. */
export function assert(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new Error(`Invariant broken: ${invariant}`)
}
