import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const hasPython = spawnSync('python3', ['--version']).status === 0

export type PythonAnswer = {
  status: number | null
  /** Without the name of the file that they are about. */
  lines: string[]
  refusal: string
}

const script = fileURLToPath(
  new URL('../../docs/verifier/verify.py', import.meta.url),
)

/** The verifier in Python, for the tests of one file. */
export function pythonVerifier() {
  const folder = mkdtempSync(join(tmpdir(), 'second-implementation-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function verify(file: string): PythonAnswer {
    const options = { encoding: 'utf8' } as const
    const ran = spawnSync('python3', ['-B', script, file], options)
    const { status, stdout, stderr: refusal } = ran
    const lines = stdout.trim().split('\n')
    const plain = lines.map((line) => line.replace(`${file}: `, ''))
    return { status, lines: plain, refusal }
  }

  function verifyText(text: string): PythonAnswer {
    const file = join(folder, 'changed.json')
    writeFileSync(file, text)
    return verify(file)
  }

  return { verify, verifyText }
}
