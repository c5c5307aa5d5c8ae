// Writes what TypeScript needs of the contracts to contracts/generated:
// committed, so that types and deployments need no compiler.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifacts, tasks } from 'hardhat'

const OUTPUT = join(import.meta.dirname, '..', 'contracts', 'generated')
const CONTRACTS = [
  {
    contract: 'DepositRegistry',
    name: 'depositRegistry',
    file: 'deposit-registry',
  },
  {
    contract: 'FairnessAnchor',
    name: 'fairnessAnchor',
    file: 'fairness-anchor',
  },
  { contract: 'TestToken', name: 'testToken', file: 'test-token' },
  { contract: 'BatchPayer', name: 'batchPayer', file: 'batch-payer' },
  { contract: 'BalanceReader', name: 'balanceReader', file: 'balance-reader' },
  { contract: 'ForcedPayment', name: 'forcedPayment', file: 'forced-payment' },
  { contract: 'FeeToken', name: 'feeToken', file: 'fee-token' },
  { contract: 'FalseToken', name: 'falseToken', file: 'false-token' },
  { contract: 'FickleToken', name: 'fickleToken', file: 'fickle-token' },
  {
    contract: 'EarlierRegistry',
    name: 'earlierRegistry',
    file: 'earlier-registry',
  },
  { contract: 'FatefulPayer', name: 'fatefulPayer', file: 'fateful-payer' },
]

await tasks.getTask('build').run({ quiet: true })
mkdirSync(OUTPUT, { recursive: true })
for (const { contract, name, file } of CONTRACTS) {
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
