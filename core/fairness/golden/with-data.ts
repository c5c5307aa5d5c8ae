/** A record with other members in its game data. */
export function withData<R extends { gameData: object }, D extends object>(
  record: R,
  change: D,
) {
  return { ...record, gameData: { ...record.gameData, ...change } }
}
