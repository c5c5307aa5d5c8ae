import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { createSweepService } from './sweep.service.ts'

const { pool, close } = await createTestDatabase()
afterAll(close)

const { readMoves } = createSweepService(openDatabase(pool), 1)
const BLOCK = 100n
const NOBODY = `0x${'b2'.repeat(20)}` as const

const CASES = [
  { digits: '01', status: 'queued', block: null, isOpen: false, paid: [] },
  { digits: '02', status: 'sent', block: null, isOpen: true, paid: [] },
  { digits: '03', status: 'mined', block: 101, isOpen: true, paid: [] },
  { digits: '04', status: 'mined', block: 100, isOpen: false, paid: [7n] },
  { digits: '05', status: 'final', block: 99, isOpen: false, paid: [7n] },
  { digits: '06', status: 'failed', block: null, isOpen: false, paid: [] },
]

test.each(CASES)(
  'reports gas that is $status at block $block as open: $isOpen',
  async ({ digits, status, block, isOpen, paid }) => {
    const wallet = `0x${digits.repeat(20)}` as const
    await pool.query(
      `INSERT INTO outbox_transactions
         (instance_id, purpose, "to", data, value, status, block_number)
       VALUES (1, 'fund_gas', $1, '0x', 7, $2, $3)`,
      [wallet, status, block],
    )
    const moves = await readMoves(BLOCK, [wallet, NOBODY])
    expect(moves.get(wallet)?.hasOpenPayment).toBe(isOpen)
    expect(moves.get(wallet)?.houseIn.map(({ wei }) => wei)).toEqual(paid)
    expect(moves.get(NOBODY)?.hasOpenPayment).toBe(false)
  },
)
