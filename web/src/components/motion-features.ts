import { domAnimation } from 'motion/react'

/** Apart, so that the page shows before the springs have arrived. */
export const motionFeatures = domAnimation
