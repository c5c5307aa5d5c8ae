import { asItIs, type Measure, none } from '../../cli/measures.ts'
import { onStage } from '../../product/stage.ts'
import { judgeLedger } from '../deposits/judge-deposits.ts'
import type { PublicCase } from './public-cases.ts'
import { openPublicSite, type PublicSite } from './public-site.ts'

/** Measures a product on public nodes: one for all cases of as many nodes. */
export async function injectPublicNodes(
  cases: readonly PublicCase[],
): Promise<Measure[]> {
  const rows: Measure[] = []
  for (const [nodes, some] of Map.groupBy(cases, (one) => one.nodes)) {
    await onStage(async (stage) => {
      const site = await openPublicSite(stage, nodes)
      try {
        for (const one of some) rows.push(...(await runCase(one, site)))
        const name = `public_${nodes}`
        rows.push(...(await judgeLedger(name, stage.env, site, 'wallet')))
      } finally {
        await site.close()
      }
    })
  }
  return rows
}

async function runCase(
  { name, run, isDown }: PublicCase,
  site: PublicSite,
): Promise<Measure[]> {
  console.log(`Injecting ${name} ...`)
  const before = await voidRaces(site)
  const rows = await run(site)
  for (const endpoint of site.endpoints) endpoint.be()
  const voided = (await voidRaces(site)) - before
  const row = `${name}_races_void`
  const races = isDown
    ? asItIs({ name: row, value: voided, unit: 'races' })
    : none(row, voided, 'races')
  return [...rows, races]
}

async function voidRaces({ database }: PublicSite): Promise<number> {
  const { rowCount } = await database.query(
    `SELECT FROM races WHERE status = 'void'`,
  )
  return rowCount ?? 0
}
