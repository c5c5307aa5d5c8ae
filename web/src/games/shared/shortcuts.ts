import { remembered } from '../../lib/remembered.ts'

/** Keys that act anywhere on a page: a stray one can cost coins, so they can be switched off. */
export const shortcuts = remembered('shortcuts', ['on', 'off'])
