import { numeric } from 'drizzle-orm/pg-core'

/** A column of wei: whole, and wider than any integer type of the database. */
export const wei = () => numeric({ mode: 'bigint', precision: 78, scale: 0 })
