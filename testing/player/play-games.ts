import type { TestClient } from '#testing/server/test-client.ts'
import { gameKits } from '../../scripts/game-kits/game-kits.ts'

const STAKE = 20

/** Plays a round of every game; with `isLeftOpen`, only starts it. */
export async function playGames(
  client: TestClient,
  {
    except,
    isLeftOpen = false,
  }: { except?: string; isLeftOpen?: boolean } = {},
): Promise<void> {
  for (const { calls, game } of gameKits) {
    if (game.path === except) continue
    const steps = isLeftOpen ? [] : (calls.steps?.blind ?? [])
    for (const { path, body } of [calls.start(STAKE), ...steps]) {
      await client.post(`/api/games/${path}`, body)
    }
  }
}
