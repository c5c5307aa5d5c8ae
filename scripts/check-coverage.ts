import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageFindings } from './coverage/findings.ts'
import { specificationOf } from './coverage/specification.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

// npm run check:coverage: lists statements of docs/specification.txt that have
// no row in docs/spec-coverage.md, and rows whose tests do not exist or run.
const docs = join(PROJECT_ROOT, 'docs')
const read = (name: string) => readFileSync(join(docs, name), 'utf8')
const findings = coverageFindings(
  read('spec-coverage.md'),
  specificationOf(read('specification.txt')),
)
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
