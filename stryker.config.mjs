/**
 * npm run mutate: changes one expression at a time in the rules of the house
 * and runs the tests that reach it. A mutant that survives is a missing
 * assertion or an equivalent; docs/development.md lists the equivalents.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutate.config.ts' },
  coverageAnalysis: 'perTest',
  mutate: [
    'core/**/*.ts',
    '!core/**/*.test.ts',
    '!core/**/golden/**',
    '!core/schemas/**',
    '!core/games/**/*-reference.ts',
    '!core/games/references.ts',
  ],
  ignorePatterns: ['artifacts', 'web', 'e2e', 'indexer', '.data'],
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'artifacts/mutation.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  tempDirName: '.data/stryker',
  allowConsoleColors: false,
}
