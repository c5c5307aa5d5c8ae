import { defineConfig } from 'vitest/config'

/**
 * How long tests wait at most. Nothing is claimed by it: what a test waits for
 * ends its wait, and a machine that is slow or busy takes longer.
 */
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

/**
 * One project a part; `scripts/test.ts` runs e2e last and by itself, and
 * `scripts/test-ops.ts` what takes too long for every day.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patience,
          name: 'core',
          include: ['core/**/*.test.ts', 'docs/examples/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'api',
          include: ['api/**/*.test.ts'],
          exclude: ['api/**/*.{chain,ops}.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
        },
      },
      {
        test: {
          ...patience,
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test/setup.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...patience,
          name: 'indexer',
          include: ['indexer/**/*.test.ts', 'api/**/*.chain.test.ts'],
          exclude: ['indexer/**/*.ops.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
          maxWorkers: 2,
          // The files of a worker share a chain and an indexer.
          isolate: false,
          // Workers are counted a group: these start when the others are done.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...patience,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/**/*.ops.test.ts'],
          // The files of a worker share a browser.
          isolate: false,
          globalSetup: 'e2e/support/shared-product.ts',
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...patience,
          name: 'ops',
          include: ['{api,e2e,indexer}/**/*.ops.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
