import { defineConfig } from 'vitest/config'
import { SecondTries } from './scripts/test-support/second-tries.ts'

/**
 * How long tests wait at most: nothing is claimed by it, what a test waits for
 * ends its wait, and a machine that is slow or busy takes longer. Files of a
 * worker share their modules, which most of the time went into loading.
 */
const common = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: '100%',
  isolate: false,
}

const SHARED_DATABASE = 'scripts/test-support/test-database.ts'
const SHARED_PRODUCT = 'e2e/support/shared-product.ts'

/** What waits for chains, products and browsers. */
const patient = {
  ...common,
  testTimeout: 900_000,
  expect: { poll: { timeout: 240_000 } },
}

/** They wait for blocks more than they work. */
const onChains = {
  ...patient,
  globalSetup: SHARED_DATABASE,
  maxWorkers: 3,
}

/**
 * A page on a busy machine gets a second try, and the report names it. Nothing
 * else does: what goes wrong once in a hundred times with coins loses coins.
 */
const secondTry = { retry: 1 }

/** They share one running product. */
const inBrowsers = {
  ...patient,
  ...secondTry,
  // So rarely that what is asked in a minute stays below every limit.
  expect: { poll: { timeout: 240_000, interval: 500 } },
  globalSetup: SHARED_PRODUCT,
  maxWorkers: 2,
}

/**
 * One project a part; `scripts/test.ts` runs two at a time, and
 * `scripts/test-ops.ts` what takes too long for every day: `*.ops.test.ts`.
 */
export default defineConfig({
  test: {
    reporters: ['default', new SecondTries()],
    projects: [
      {
        test: {
          ...common,
          name: 'core',
          include: ['core/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'api',
          include: ['api/**/*.test.ts', 'docs/examples/**/*.test.ts'],
          exclude: ['api/**/*.{chain,ops}.test.ts'],
          globalSetup: SHARED_DATABASE,
        },
      },
      {
        test: {
          ...common,
          ...secondTry,
          name: 'web',
          environment: 'jsdom',
          include: ['web/{build,src}/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/test/setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          exclude: ['scripts/**/*.ops.test.ts'],
        },
      },
      {
        test: {
          ...onChains,
          name: 'indexer',
          include: ['indexer/**/*.test.ts', 'api/**/*.chain.test.ts'],
          exclude: ['indexer/**/*.ops.test.ts'],
          // Workers are counted a group: these start when the others are done.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['e2e/**/*.ops.test.ts'],
        },
      },
      {
        test: {
          ...onChains,
          name: 'ops-chain',
          include: ['{api,indexer}/**/*.chain.ops.test.ts'],
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'ops-pages',
          include: ['e2e/**/*.page.ops.test.ts'],
        },
      },
      {
        test: {
          ...inBrowsers,
          name: 'screenshots',
          include: ['e2e/screenshots/*.screens.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'ops',
          include: ['{api,e2e,indexer,scripts}/**/*.ops.test.ts'],
          exclude: ['**/*.{chain,page}.ops.test.ts'],
          globalSetup: SHARED_DATABASE,
          maxWorkers: 2,
          isolate: true,
        },
      },
    ],
  },
})
