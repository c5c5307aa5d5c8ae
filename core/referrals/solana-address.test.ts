import { expect, test } from 'vitest'
import { SOLANA_ADDRESS } from './solana-address.ts'

test.each([
  ['the system program', '1'.repeat(32)],
  ['the token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['44 characters', 'z'.repeat(44)],
])('takes %s', (_what, address) => {
  expect(address).toMatch(SOLANA_ADDRESS)
})

test.each([
  ['31 characters', '2'.repeat(31)],
  ['45 characters', '2'.repeat(45)],
  ['a 0', `0${'2'.repeat(40)}`],
  ['an O', `O${'2'.repeat(40)}`],
  ['an I', `I${'2'.repeat(40)}`],
  ['an l', `l${'2'.repeat(40)}`],
  ['a space at the end', `${'2'.repeat(40)} `],
  ['an address of another chain', `0x${'ab'.repeat(20)}`],
  ['nothing', ''],
])('refuses %s', (_what, address) => {
  expect(address).not.toMatch(SOLANA_ADDRESS)
})
