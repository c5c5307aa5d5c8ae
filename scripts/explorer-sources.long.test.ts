import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { depositRegistryBytecode } from '../contracts/generated/deposit-registry.ts'
import { fairnessAnchorBytecode } from '../contracts/generated/fairness-anchor.ts'
import { testTokenBytecode } from '../contracts/generated/test-token.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

const output = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        evm: z.object({ bytecode: z.object({ object: z.string() }) }),
      }),
    ),
  ),
})

test('an explorer compiles our contracts to what is deployed', () => {
  const script = join(PROJECT_ROOT, 'scripts', 'explorer-sources.ts')
  const text = execFileSync(process.execPath, [script], { encoding: 'utf8' })
  const deployed = {
    DepositRegistry: depositRegistryBytecode,
    FairnessAnchor: fairnessAnchorBytecode,
    TestToken: testTokenBytecode,
  }
  for (const [name, bytecode] of Object.entries(deployed)) {
    const file = join(PROJECT_ROOT, 'artifacts', 'explorer', `${name}.json`)
    expect(text).toContain(`${name}: compiler v${solc.version().slice(0, 22)}`)
    const { contracts } = output.parse(
      JSON.parse(solc.compile(readFileSync(file, 'utf8'))),
    )
    const compiled = contracts[`project/contracts/${name}.sol`]?.[name]
    expect(`0x${compiled?.evm.bytecode.object}`).toBe(bytecode)
  }
})
