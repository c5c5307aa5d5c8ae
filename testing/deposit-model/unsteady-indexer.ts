import type pg from 'pg'
import {
  type Address,
  erc20Abi,
  type GetBlockReturnType,
  type Hash,
  type PublicClient,
  parseEventLogs,
} from 'viem'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'

type Row = {
  transaction_hash: Hash
  log_index?: number
  token?: Address
  wallet: Address
  sender: Address
  amount_wei: bigint
  block_number: bigint
  block_hash: Hash
}

type MinedBlock = GetBlockReturnType<undefined, true, 'latest'>

type Block = {
  number: bigint
  hash: Hash
  registered: Address[]
  native: Row[]
  token: Row[]
}

const TABLES = {
  native_transfers: `transaction_hash text, wallet text, sender text,
    amount_wei numeric, block_number numeric, block_hash text`,
  token_transfers: `transaction_hash text, log_index int, token text,
    wallet text, sender text, amount_wei numeric, block_number numeric,
    block_hash text`,
  heads: 'block_number numeric, block_hash text',
}

/**
 * Stands in for the indexer, and errs when it is told to: it comes too late,
 * forgets transfers, and shows some that never were.
 */
export class UnsteadyIndexer {
  readonly #pool: pg.Pool
  readonly #client: PublicClient
  readonly #deployment: Deployment
  readonly #schema: string
  readonly #blocks = new Map<bigint, Block>()

  constructor(pool: pg.Pool, client: PublicClient, deployment: Deployment) {
    this.#pool = pool
    this.#client = client
    this.#deployment = deployment
    this.#schema = indexerSchema(deployment)
  }

  /** Makes the tables, with nothing in them. */
  async open(): Promise<void> {
    const tables = Object.entries(TABLES).map(
      ([name, columns]) => `CREATE TABLE ${this.#schema}.${name} (${columns})`,
    )
    await this.#pool.query(`CREATE SCHEMA ${this.#schema}; ${tables.join(';')}`)
  }

  /** Shows all of the present branch, and nothing else. */
  async catchUp(): Promise<void> {
    await this.#follow()
    const blocks = [...this.#blocks.values()]
    const known = new Set<Address>()
    const rows = { native_transfers: [] as Row[], token_transfers: [] as Row[] }
    for (const { registered, native, token } of blocks) {
      for (const wallet of registered) known.add(wallet)
      const isKnown = ({ wallet }: Row) => known.has(wallet)
      rows.native_transfers.push(...native.filter(isKnown))
      rows.token_transfers.push(...token.filter(isKnown))
    }
    const head = blocks.at(-1)
    await this.#show('native_transfers', rows.native_transfers)
    await this.#show('token_transfers', rows.token_transfers)
    await this.#show('heads', [
      { block_number: head?.number, block_hash: head?.hash },
    ])
  }

  /** As after a crash: the newest rows are gone, and will come back. */
  async forget(blocks: number): Promise<void> {
    const tables = ['native_transfers', 'token_transfers', 'heads']
    for (const table of tables) {
      await this.#pool.query(
        `DELETE FROM ${this.#schema}.${table} WHERE block_number > (
           SELECT max(block_number) FROM ${this.#schema}.heads) - $1`,
        [blocks],
      )
    }
  }

  /** Tells of a payment that was never made, or was of another amount. */
  async invent(lie: {
    hash: Hash
    wallet: Address
    amountWei: bigint
  }): Promise<void> {
    const head = [...this.#blocks.values()].at(-1)
    if (!head) return
    await this.#insert('native_transfers', [
      {
        transaction_hash: lie.hash,
        wallet: lower(lie.wallet),
        sender: lower(lie.wallet),
        amount_wei: lie.amountWei,
        block_number: head.number,
        block_hash: head.hash,
      },
    ])
  }

  async #follow(): Promise<void> {
    const head = await this.#client.getBlockNumber({ cacheTime: 0 })
    for (const number of this.#blocks.keys()) {
      if (number > head) this.#blocks.delete(number)
    }
    // From the head down to the first block that is known already.
    for (let number = head; number > 0n; number -= 1n) {
      const block = await this.#client.getBlock({
        blockNumber: number,
        includeTransactions: true,
      })
      if (this.#blocks.get(number)?.hash === block.hash) break
      this.#blocks.set(number, await this.#read(block))
    }
    const inOrder = [...this.#blocks.entries()].toSorted(([a], [b]) =>
      Number(a - b),
    )
    this.#blocks.clear()
    for (const [number, block] of inOrder) this.#blocks.set(number, block)
  }

  async #read({ hash, number, transactions }: MinedBlock): Promise<Block> {
    const client = this.#client
    const at = { block_number: number, block_hash: hash }
    const { registry, tokens } = this.#deployment
    const receipts = await Promise.all(
      transactions.map((tx) => client.getTransactionReceipt({ hash: tx.hash })),
    )
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const ours = new Set(Object.values(tokens).map(lower))
    return {
      number,
      hash,
      registered: parseEventLogs({
        abi: depositRegistryAbi,
        eventName: 'WalletRegistered',
        logs: logs.filter(({ address }) => lower(address) === lower(registry)),
      }).map(({ args }) => lower(args.wallet)),
      native: transactions.flatMap(({ hash, to, from, value }, index) => {
        const isPaid = value > 0n && receipts[index]?.status === 'success'
        if (!(to && isPaid)) return []
        const who = { wallet: lower(to), sender: lower(from) }
        return [{ transaction_hash: hash, ...who, amount_wei: value, ...at }]
      }),
      token: parseEventLogs({
        abi: erc20Abi,
        eventName: 'Transfer',
        logs: logs.filter(({ address }) => ours.has(lower(address))),
      }).map(({ address, args, logIndex, transactionHash }) => ({
        transaction_hash: transactionHash,
        log_index: logIndex,
        token: lower(address),
        wallet: lower(args.to),
        sender: lower(args.from),
        amount_wei: args.value,
        ...at,
      })),
    }
  }

  async #show(table: string, rows: readonly object[]): Promise<void> {
    await this.#pool.query(`DELETE FROM ${this.#schema}.${table}`)
    await this.#insert(table, rows)
  }

  async #insert(table: string, rows: readonly object[]): Promise<void> {
    const name = `${this.#schema}.${table}`
    const text = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    await this.#pool.query(
      `INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1)`,
      [text],
    )
  }
}

function lower(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
