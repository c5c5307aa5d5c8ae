import { runProduct } from '../../scripts/product/run-product.ts'
import { nodeService, RUN_ON } from './node-service.ts'

// A product of one part that runs until it is stopped. Prints the pid of its part, and
// throws an uncaught error on SIGUSR2.
await runProduct(async (_, supervisor) => {
  const { pid } = await supervisor.launch(nodeService('api', RUN_ON))
  process.on('SIGUSR2', () => {
    throw new Error('unforeseen')
  })
  console.log(pid)
})
