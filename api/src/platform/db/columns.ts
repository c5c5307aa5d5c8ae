import { bigint, customType, numeric, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
})

/** A whole number below 2^53, such as coins. */
export const whole = () => bigint({ mode: 'number' })

export const time = () => timestamp({ withTimezone: true })

/** An amount in wei, wider than any integer type of PostgreSQL. */
export const wei = (column = '') =>
  numeric(column, { mode: 'bigint', precision: 78, scale: 0 })
