import { defineConfig } from 'vitest/config'

/**
 * Longest waits before a hang fails its test. Files of a worker share their
 * modules (`isolate: false`): loading them took most of the time.
 */
const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  isolate: false,
}

const SHARED_POSTGRES = 'testing/database/shared-postgres.ts'
const SHARED_PRODUCT = 'testing/browser/shared-product.ts'

/**
 * Files named `*.long.test.ts` are for `npm run test:ops:long`, the others for
 * `npm test`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{core,api,docs,indexer,scripts}/**/*.test.ts'],
          exclude: ['**/*.{chain,long}.test.ts'],
          globalSetup: SHARED_POSTGRES,
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          environment: 'jsdom',
          include: ['web/{build,src}/**/*.test.{ts,tsx}'],
          setupFiles: ['testing/page/setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'chain',
          include: ['{api,indexer}/**/*.{chain,chain.long}.test.ts'],
          globalSetup: SHARED_POSTGRES,
        },
      },
      {
        test: {
          ...common,
          name: 'journeys',
          // No `exclude`, which would replace that of the command line.
          include: ['e2e/*.test.ts', 'e2e/screenshots/*.test.ts'],
          // Polls stay below the product's request limits.
          expect: { poll: { timeout: 30_000, interval: 500 } },
          globalSetup: SHARED_PRODUCT,
        },
      },
      {
        // Starts products and databases of its own, and kills them.
        test: {
          ...common,
          name: 'system',
          include: [
            '{api,indexer,scripts}/**/*.long.test.ts',
            'e2e/system/*.test.ts',
          ],
          exclude: ['**/*.chain.long.test.ts'],
          testTimeout: 300_000,
          isolate: true,
          globalSetup: SHARED_POSTGRES,
        },
      },
    ],
  },
})
