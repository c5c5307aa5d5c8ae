// Writes ABIs and bytecode of the contracts to contracts/generated. They are
// committed, so that types and deployments need no compiler.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifacts, tasks } from 'hardhat'

const OUTPUT = join(import.meta.dirname, '..', 'contracts', 'generated')
const CONTRACTS = [
  'DepositRegistry',
  'FairnessAnchor',
  'TestToken',
  'BatchPayer',
  'BalanceReader',
  'ForcedPayment',
  'FeeToken',
  'FalseToken',
  'FickleToken',
  'EarlierRegistry',
  'BranchDependentPayer',
]

await tasks.getTask('build').run({ quiet: true })
mkdirSync(OUTPUT, { recursive: true })
for (const contract of CONTRACTS) {
  const [first = '', ...others] = contract.match(/[A-Z][a-z]+/g) ?? []
  const name = [first.toLowerCase(), ...others].join('')
  const file = [first, ...others].join('-').toLowerCase()
  const { abi, bytecode } = await artifacts.readArtifact(contract)
  const items = abi.map((item) => `  ${JSON.stringify(item)},\n`).join('')
  const lines = [
    `// Made from ${contract}.sol by "npm run generate:contracts". Do not edit.`,
    `export const ${name}Abi = [\n${items}] as const`,
    `export const ${name}Bytecode =\n  '${bytecode}'`,
  ]
  writeFileSync(join(OUTPUT, `${file}.ts`), `${lines.join('\n\n')}\n`)
}
console.log(`Wrote ${CONTRACTS.length} files to contracts/generated.`)
