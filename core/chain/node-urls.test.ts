import { expect, test } from 'vitest'
import { nodeUrls } from './node-urls.ts'

test('one URL is one node', () => {
  expect(nodeUrls('http://127.0.0.1:8545')).toEqual(['http://127.0.0.1:8545'])
})

test('several go by commas, in their order', () => {
  expect(nodeUrls('https://a.example/key, https://b.example')).toEqual([
    'https://a.example/key',
    'https://b.example',
  ])
})
