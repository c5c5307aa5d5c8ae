import { defineConfig } from 'vitest/config'

/** Tests of core alone, for `npm run mutate`. */
export default defineConfig({
  test: {
    include: ['core/**/*.test.ts'],
    exclude: ['core/**/second-implementation.test.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
})
