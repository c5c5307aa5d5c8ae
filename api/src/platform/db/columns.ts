import { customType, numeric } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
})

/** An amount in wei, wider than any integer type of PostgreSQL. */
export const wei = (column = '') =>
  numeric(column, { mode: 'bigint', precision: 78, scale: 0 })
