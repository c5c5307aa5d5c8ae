import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof makeMetrics>

/** Opens what `/metrics` shows. Each module registers its own metrics here. */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,

    /** @throws if the name is taken */
    counter: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: Label[] = [],
    ) => new Counter({ name, help, labelNames, registers }),

    /** @throws if the name is taken */
    gauge: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: Label[] = [],
    ) => new Gauge({ name, help, labelNames, registers }),
  }
}
