import { persistedSetting } from '../../lib/persisted-setting.ts'

const FORMATS = ['american', 'decimal'] as const
export type OddsFormat = (typeof FORMATS)[number]

/** How odds are shown in this browser. */
export const oddsFormat = persistedSetting('odds', FORMATS)
