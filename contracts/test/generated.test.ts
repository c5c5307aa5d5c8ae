import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { artifacts } from 'hardhat'

const folder = new URL('../generated/', import.meta.url)

describe('contracts/generated', () => {
  for (const file of readdirSync(folder)) {
    test(`${file} is what its contract compiles to`, async () => {
      const values = Object.values(await import(new URL(file, folder).href))
      const name = file
        .replace('.ts', '')
        .replace(/(^|-)(.)/g, (_match, _dash, letter) => letter.toUpperCase())
      const { abi, bytecode } = await artifacts.readArtifact(name)
      assert.deepEqual(values, [abi, bytecode])
    })
  }
})
