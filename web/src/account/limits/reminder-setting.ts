import { remembered } from '../../lib/remembered.ts'

export const REMINDERS = ['off', '15', '30', '60', '120'] as const

/** After how many minutes of play the player is reminded, and again. */
export const reminderSetting = remembered('play-reminder', REMINDERS)
