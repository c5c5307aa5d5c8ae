/** SQL for the transaction's time (`now()`) in whole epoch milliseconds. */
export const NOW_MS = 'floor(extract(epoch FROM now()) * 1000)::int8'
