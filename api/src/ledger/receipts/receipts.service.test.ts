import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { RECEIPT_HEADER } from '#core/api/receipts.ts'
import { setReceipt } from './receipts.service.ts'

test('sends names with non-ASCII characters', async () => {
  const terms = { teamName: 'Zürich Ćevapi 🏀' }
  const app = express().get('/', (_req, res) => {
    setReceipt(res, JSON.stringify(terms))
    res.end()
  })
  const server = createServer(app).listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { headers } = await fetch(`http://127.0.0.1:${port}/`)
  expect(JSON.parse(headers.get(RECEIPT_HEADER) ?? '')).toEqual(terms)
})
