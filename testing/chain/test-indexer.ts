import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Address, erc20Abi, type Hash, parseEventLogs } from 'viem'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import { lowerCase } from '#core/chain/lower-case.ts'
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
/** Blocks that are read at the same time. */
const AT_ONCE = 50
const FOLLOW_EVERY_MS = 50

/**
 * Stands in for Ponder with the same rows, started at once and within the
 * test's own process. It can also lag, forget transfers and invent some.
 */
export class TestIndexer {
  readonly #pool: pg.Pool
  readonly #chain: TestChain
  readonly schema: string
  /** Each block at its height. */
  readonly #blocks: Block[] = []
  readonly #invented: Row[] = []
  #isFollowing = false

  constructor(pool: pg.Pool, chain: TestChain) {
    this.#pool = pool
    this.#chain = chain
    this.schema = indexerSchema(chain.deployment)
  }

  /** Makes the tables, with nothing in them. */
  async open(): Promise<void> {
    const tables = Object.entries(TABLES).map(
      ([name, columns]) => `CREATE TABLE ${this.schema}.${name} (${columns})`,
    )
    await this.#pool.query(`CREATE SCHEMA ${this.schema}; ${tables.join(';')}`)
  }

  /** Shows each new block from now on. @returns what ends it. */
  follow(): () => Promise<void> {
    this.#isFollowing = true
    const following = (async () => {
      while (this.#isFollowing) {
        // A reorganisation may take away a block that is being read.
        const isNew = await this.#advance().catch(() => false)
        if (isNew) await this.#showAll()
        else await sleep(FOLLOW_EVERY_MS)
      }
    })()
    return async () => {
      this.#isFollowing = false
      await following
    }
  }

  /** Shows all of the present branch, and nothing else. */
  async catchUp(): Promise<void> {
    this.#invented.length = 0
    await this.#advance()
    await this.#showAll()
  }

  /** Forgets its newest rows, as after a crash. */
  async forget(blocks: number): Promise<void> {
    for (const table of Object.keys(TABLES)) {
      await this.#pool.query(
        `DELETE FROM ${this.schema}.${table} WHERE block_number > (
           SELECT max(block_number) FROM ${this.schema}.heads) - $1`,
        [blocks],
      )
    }
  }

  /** The newest block that it knows. */
  get head() {
    const { hash: block_hash = '0x' as Hash } = this.#blocks.at(-1) ?? {}
    return { block_number: this.#blocks.length - 1, block_hash }
  }

  /** Shows a payment that was never made, or not like that. */
  async invent(payment: Omit<Row, 'log_index' | 'sender'>): Promise<void> {
    const wallet = lowerCase(payment.wallet)
    this.#invented.push({ ...payment, wallet, sender: wallet, log_index: 0 })
    await this.#showAll()
  }

  /** Reads the blocks that it does not know. @returns whether there are any. */
  async #advance(): Promise<boolean> {
    const { client } = this.#chain
    const blocks = this.#blocks
    const before = blocks.at(-1)?.hash
    const head = Number(await client.getBlockNumber({ cacheTime: 0 }))
    blocks.length = Math.min(blocks.length, head + 1)
    while (blocks.length > 0 && !(await this.#isOnChain(blocks.length - 1))) {
      blocks.pop()
    }
    const from = blocks.length
    for (let at = from; at <= head; at += AT_ONCE) {
      const count = Math.min(AT_ONCE, head + 1 - at)
      const heights = Array.from({ length: count }, (_, index) => at + index)
      blocks.push(...(await Promise.all(heights.map((one) => this.#read(one)))))
    }
    // They may be of two branches, if one was undone meanwhile.
    for (let at = from; at < blocks.length; at += 1) {
      if (!(await this.#isOnChain(at))) blocks.length = at
    }
    return blocks.at(-1)?.hash !== before
  }

  async #isOnChain(height: number): Promise<boolean> {
    const blockNumber = BigInt(height)
    const block = await this.#chain.client.getBlock({ blockNumber })
    return block.hash === this.#blocks[height]?.hash
  }

  async #read(height: number): Promise<Block> {
    const { client, deployment } = this.#chain
    const { hash, transactions } = await client.getBlock({
      blockNumber: BigInt(height),
      includeTransactions: true,
    })
    const at = { block_number: height, block_hash: hash }
    const receipts = await Promise.all(
      transactions.map((tx) => client.getTransactionReceipt({ hash: tx.hash })),
    )
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const logsOf = (...contracts: Address[]) => {
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
        logs: logsOf(deployment.registry),
      }).map(({ args }) => lowerCase(args.wallet)),
      native_transfers: transactions.flatMap((tx, index) => {
        const isPaid = tx.value > 0n && receipts[index]?.status === 'success'
        if (!(tx.to && isPaid)) return []
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
        logs: logsOf(...Object.values(deployment.tokens)),
      }).flatMap(({ address, args, logIndex, transactionHash }) =>
        args.value === 0n
          ? []
          : {
              transaction_hash: transactionHash,
              log_index: logIndex,
              token: lowerCase(address),
              wallet: lowerCase(args.to),
              sender: lowerCase(args.from),
              amount_wei: args.value,
              ...at,
            },
      ),
    }
  }

  async #showAll(): Promise<void> {
    const known = new Set<Address>()
    const shown = {
      native_transfers: [] as Row[],
      token_transfers: [] as Row[],
    }
    for (const block of this.#blocks) {
      for (const wallet of block.registered) known.add(wallet)
      for (const table of ['native_transfers', 'token_transfers'] as const) {
        shown[table].push(
          ...block[table].filter((row) => known.has(row.wallet)),
        )
      }
    }
    for (const row of this.#invented) {
      shown[row.token ? 'token_transfers' : 'native_transfers'].push(row)
    }
    const all = { ...shown, heads: [this.head] }
    for (const [table, rows] of Object.entries(all)) {
      await this.#pool.query(
        `WITH gone AS (DELETE FROM ${this.schema}.${table})
         INSERT INTO ${this.schema}.${table} SELECT *
         FROM jsonb_populate_recordset(NULL::${this.schema}.${table}, $1)`,
        [jsonOf(rows)],
      )
    }
  }
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
