import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only when tried again, and why. */
export class SecondTries implements Reporter {
  readonly #tests: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#tests.push(test)
  }

  onTestRunEnd(): void {
    for (const test of this.#tests) {
      const { project, module, fullName } = test
      console.log(
        `AGAIN  ${project.name}  ${module.relativeModuleId} > ${fullName}`,
      )
      console.log(test.result().errors?.[0]?.message)
    }
  }
}
