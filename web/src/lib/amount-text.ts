import type { Deposit } from '#core/api/wallet.ts'

/** An amount as people read it, still exact: '1,234.5 GUMBY'. */
export function amountText({
  amount,
  cryptoType,
}: Pick<Deposit, 'amount' | 'cryptoType'>): string {
  return `${groupedUnits(amount)} ${cryptoType}`
}

/** Units of an asset with their thousands apart: '1,234.5'. */
export function groupedUnits(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
