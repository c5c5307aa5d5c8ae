import {
  coolOffRequest,
  dailyLimitsRequest,
  limitsAnswer,
} from '#core/schemas/limits.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const limitsReference: ReferenceSection = {
  name: 'Limits',
  description: 'Limits and breaks that players set for themselves.',
  routes: [
    {
      method: 'get',
      path: '/api/limits',
      summary: "Read limits, breaks and the day's totals",
      access: 'player',
      answer: { status: 200, schema: limitsAnswer },
    },
    {
      method: 'put',
      path: '/api/limits',
      summary: 'Set daily limits',
      description:
        'A stricter limit applies at once, a looser one from the time in `pending`. Null removes a limit.',
      access: 'player',
      body: {
        schema: dailyLimitsRequest,
        example: { dailyStake: 500, dailyLoss: null },
      },
      answer: { status: 200, schema: limitsAnswer },
    },
    {
      method: 'post',
      path: '/api/limits/cool-off',
      summary: 'Start a break',
      description: 'No round can be started until the break ends.',
      access: 'player',
      body: { schema: coolOffRequest, example: { minutes: 60 } },
      answer: { status: 200, schema: limitsAnswer },
    },
  ],
}
