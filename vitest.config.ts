import { defineConfig } from 'vitest/config'

/** One project a part; `scripts/test.ts` runs e2e last and by itself. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'core', include: ['core/**/*.test.ts'], isolate: false },
      },
      {
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          exclude: ['api/**/*.chain.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      'web/vitest.config.ts',
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'indexer',
          include: ['indexer/**/*.test.ts', 'api/**/*.chain.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
          maxWorkers: 2,
          // Workers are counted a group: these start when the others are done.
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/support/shared-product.ts',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
