import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Address, erc20Abi, type Hash, parseEventLogs } from 'viem'
import { indexerSchema, lowerCase } from '#core/chain/chains.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import type { TestChain } from './started-chain.ts'

type Row = {
  transaction_hash: Hash
  log_index?: number
  token?: Address
  wallet: Address
  sender: Address
  amount_wei: bigint
  block_number: number
  block_hash: Hash
}

type Block = {
  hash: Hash
  registered: Address[]
  native_transfers: Row[]
  token_transfers: Row[]
}

const COLUMNS = `transaction_hash text, wallet text, sender text,
  amount_wei numeric, block_number numeric, block_hash text`
const TABLES = {
  native_transfers: COLUMNS,
  token_transfers: `${COLUMNS}, token text, log_index int`,
  heads: 'block_number numeric, block_hash text',
}
/** Blocks read concurrently. */
const AT_ONCE = 50
const FOLLOW_EVERY_MS = 50

/**
 * Writes the same rows as Ponder, but starts at once and in the test's process.
 * It can also lag, forget transfers and invent some.
 */
export function testIndexer(pool: pg.Pool, chain: TestChain) {
  const { client, deployment } = chain
  const schema = indexerSchema(deployment)
  /** Each block at its height. */
  const blocks: Block[] = []
  const invented: Row[] = []

  async function isOnChain(height: number): Promise<boolean> {
    const block = await client.getBlock({ blockNumber: BigInt(height) })
    return block.hash === blocks[height]?.hash
  }

  /** Reads new blocks. @returns true if there are any. */
  async function advance(): Promise<boolean> {
    const before = blocks.at(-1)?.hash
    const newest = Number(await client.getBlockNumber({ cacheTime: 0 }))
    blocks.length = Math.min(blocks.length, newest + 1)
    while (blocks.length > 0 && !(await isOnChain(blocks.length - 1))) {
      blocks.pop()
    }
    while (blocks.length <= newest) {
      const from = blocks.length
      const count = Math.min(AT_ONCE, newest + 1 - from)
      const heights = Array.from({ length: count }, (_, index) => from + index)
      blocks.push(...(await Promise.all(heights.map(read))))
      // Blocks may be of two branches after a reorg meanwhile.
      const present = await Promise.all(heights.map(isOnChain))
      if (present.includes(false)) {
        blocks.length = from
        break
      }
    }
    return blocks.at(-1)?.hash !== before
  }

  async function read(height: number): Promise<Block> {
    const { hash, transactions } = await client.getBlock({
      blockNumber: BigInt(height),
      includeTransactions: true,
    })
    const at = { block_number: height, block_hash: hash }
    const receipts = await Promise.all(
      transactions.map((tx) => client.getTransactionReceipt({ hash: tx.hash })),
    )
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const getLogs = (...contracts: Address[]) => {
      const addresses = contracts.map(lowerCase)
      return logs.filter(({ address }) =>
        addresses.includes(lowerCase(address)),
      )
    }
    return {
      hash,
      registered: parseEventLogs({
        abi: depositRegistryAbi,
        eventName: 'WalletRegistered',
        logs: getLogs(deployment.registry),
      }).map(({ args }) => lowerCase(args.wallet)),
      native_transfers: transactions.flatMap((tx) => {
        if (!(tx.to && tx.value > 0n)) return []
        const who = { wallet: lowerCase(tx.to), sender: lowerCase(tx.from) }
        return {
          transaction_hash: tx.hash,
          ...who,
          amount_wei: tx.value,
          ...at,
        }
      }),
      token_transfers: parseEventLogs({
        abi: erc20Abi,
        eventName: 'Transfer',
        logs: getLogs(...Object.values(deployment.tokens)),
      })
        .filter(({ args }) => args.value > 0n)
        .map(({ address, args, logIndex, transactionHash }) => ({
          transaction_hash: transactionHash,
          log_index: logIndex,
          token: lowerCase(address),
          wallet: lowerCase(args.to),
          sender: lowerCase(args.from),
          amount_wei: args.value,
          ...at,
        })),
    }
  }

  function head() {
    const { hash: block_hash = '0x' as Hash } = blocks.at(-1) ?? {}
    return { block_number: blocks.length - 1, block_hash }
  }

  async function showAll(): Promise<void> {
    const known = new Set<Address>()
    const shown = {
      native_transfers: [] as Row[],
      token_transfers: [] as Row[],
    }
    for (const block of blocks) {
      for (const wallet of block.registered) known.add(wallet)
      for (const table of ['native_transfers', 'token_transfers'] as const) {
        shown[table].push(
          ...block[table].filter((row) => known.has(row.wallet)),
        )
      }
    }
    for (const row of invented) {
      shown[row.token ? 'token_transfers' : 'native_transfers'].push(row)
    }
    for (const [name, rows] of Object.entries({ ...shown, heads: [head()] })) {
      const table = `${schema}.${name}`
      await pool.query(
        `WITH gone AS (DELETE FROM ${table}) INSERT INTO ${table}
         SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
        [toJson(rows)],
      )
    }
  }

  return {
    schema,
    /** Returns the newest block read. */
    head,
    /** Creates empty tables. */
    async open(): Promise<void> {
      const tables = Object.entries(TABLES).map(
        ([name, columns]) => `CREATE TABLE ${schema}.${name} (${columns})`,
      )
      await pool.query(`CREATE SCHEMA ${schema}; ${tables.join(';')}`)
    },
    /** Follows new blocks. @returns a function that stops it. */
    follow(): () => Promise<void> {
      let isFollowing = true
      const following = (async () => {
        while (isFollowing) {
          // A reorg may drop a block that is being read.
          if (await advance().catch(() => false)) await showAll()
          else await sleep(FOLLOW_EVERY_MS)
        }
      })()
      return async () => {
        isFollowing = false
        await following
      }
    },
    /** Reads the current branch to its head, and drops other blocks. */
    async catchUp(): Promise<void> {
      invented.length = 0
      await advance()
      await showAll()
    },
    /** Forgets its newest rows, as after a crash. */
    async forget(count: number): Promise<void> {
      for (const table of Object.keys(TABLES)) {
        await pool.query(
          `DELETE FROM ${schema}.${table} WHERE block_number > (
             SELECT max(block_number) FROM ${schema}.heads) - $1`,
          [count],
        )
      }
    },
    /** Adds a payment that was never made, or made otherwise. */
    async invent(payment: Omit<Row, 'log_index' | 'sender'>): Promise<void> {
      const wallet = lowerCase(payment.wallet)
      invented.push({ ...payment, wallet, sender: wallet, log_index: 0 })
      await showAll()
    },
  }
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
