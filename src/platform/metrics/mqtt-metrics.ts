import { Counter, type Registry } from 'prom-client'

/** Counts what becomes of connections to the MQTT listener. */
export interface MqttMetrics {
  mqttConnectionRefused(reason: ConnectRefusal): void
}

export const connectRefusals = [
  'unauthenticated',
  'forbidden',
  'invalid',
  'too_many',
  'unavailable',
  'fault',
] as const
export type ConnectRefusal = (typeof connectRefusals)[number]

export const noMqttMetrics: MqttMetrics = { mqttConnectionRefused() {} }

export function countMqtt(registry: Registry): MqttMetrics {
  const refused = new Counter({
    name: 'fallwatch_mqtt_connections_refused_total',
    help: 'Connections to the MQTT listener that were refused, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of connectRefusals) refused.inc({ reason }, 0)
  return { mqttConnectionRefused: (reason) => refused.inc({ reason }) }
}
