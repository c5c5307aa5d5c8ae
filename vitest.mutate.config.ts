import { defineConfig } from 'vitest/config'

/** Tests of core, and of money in the API that need no database, for `npm run mutate`. */
export default defineConfig({
  test: {
    include: [
      '{core,scripts/game-kits}/**/*.test.ts',
      'api/src/betting/engine/{bankroll,round-bets}.test.ts',
      'api/src/betting/sports/feed/{odds-api-answer,updated-game}.test.ts',
    ],
    exclude: ['core/**/second-implementation.test.ts'],
    setupFiles: ['testing/samples/no-shrinking.ts'],
    testTimeout: 300_000,
    isolate: false,
  },
})
