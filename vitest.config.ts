import { defineConfig } from 'vitest/config'

/**
 * How long tests wait at most: nothing is claimed by it, what a test waits for
 * ends its wait, and a machine that is slow or busy takes longer. Files of a
 * worker share their modules, which most of the time went into loading.
 */
const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  maxWorkers: '100%',
  isolate: false,
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
          ...common,
          name: 'core',
          include: ['core/**/*.test.ts', 'docs/examples/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'api',
          include: ['api/**/*.test.ts'],
          exclude: ['api/**/*.{chain,ops}.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test/setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'indexer',
          include: ['indexer/**/*.test.ts', 'api/**/*.chain.test.ts'],
          exclude: ['indexer/**/*.ops.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
          // They wait for blocks more than they work.
          maxWorkers: 3,
          // Workers are counted a group: these start when the others are done.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/**/*.ops.test.ts'],
          globalSetup: 'e2e/support/shared-product.ts',
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...common,
          name: 'ops',
          include: ['{api,e2e,indexer}/**/*.ops.test.ts'],
          globalSetup: 'scripts/test-support/test-database.ts',
          maxWorkers: 2,
          isolate: true,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
