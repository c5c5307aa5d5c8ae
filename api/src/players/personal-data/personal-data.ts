import { readPersonalData } from '#core/api/personal-data.ts'
import { Download } from '../../platform/http/send.ts'
import type { Module } from '../../platform/platform.ts'
import { type PersonalData, personalJson } from './personal-json.ts'

/** Gives players a file of everything that is stored about them. */
export function openPersonalData(data: PersonalData): Module {
  return {
    mount(serve) {
      serve(
        readPersonalData,
        ({ playerId }) =>
          new Download({
            name: 'my-data.json',
            type: 'application/json; charset=utf-8',
            pieces: personalJson(data, playerId),
          }),
      )
    },
  }
}
