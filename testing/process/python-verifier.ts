import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(
  new URL('../../docs/verifier/verify.py', import.meta.url),
)

export const hasPython = spawnSync('python3', ['--version']).status === 0

/** Runs the Python verifier once, and returns its lines by file. */
export function verifiedByPython(contents: readonly unknown[]) {
  const folder = mkdtempSync(join(tmpdir(), 'second-implementation-'))
  const files = contents.map((content, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, JSON.stringify(content))
    return file
  })
  const options = { encoding: 'utf8' } as const
  const ran = spawnSync('python3', ['-B', script, ...files], options)
  rmSync(folder, { recursive: true })
  const { status, stdout, stderr: refusal } = ran
  const lines = stdout.split('\n')
  const answers = files.map((file) =>
    lines
      .filter((line) => line.startsWith(`${file}: `))
      .map((line) => line.slice(file.length + 2)),
  )
  return { status, answers, refusal }
}

/** Runs the Python verifier against a node of this process, and returns its finding. */
export function pythonFinding(rpcUrl: string, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ['-B', script, '--rpc', rpcUrl, file]
    execFile('python3', args, (_error, stdout, stderr) => {
      const [, finding] = /salt block: (.*)/.exec(stdout) ?? []
      if (finding) resolve(finding)
      else reject(new Error(`${stdout}${stderr}`))
    })
  })
}
