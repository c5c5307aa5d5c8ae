import { keccak256, type LocalAccount, stringToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** Hardhat's well-known accounts, which have coins; the first is the operator's. */
const rich = (addressIndex: number): LocalAccount =>
  mnemonicToAccount(
    'test test test test test test test test test test test junk',
    { addressIndex },
  )

export const OPERATOR = rich(0)
export const PAYER = rich(1)
/** Marks branches. */
export const IDLE = rich(2)
export const TREASURY = rich(3)

/** Its payments never are in a player's favour. */
export const HOUSE: readonly LocalAccount[] = [OPERATOR, TREASURY]

/** Pays once: what it sent can be lost without any other payment. */
export function oneTimeAccount(count: number): LocalAccount {
  return privateKeyToAccount(keccak256(stringToHex(`one time ${count}`)))
}
