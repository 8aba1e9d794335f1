// A Fallwatch device that keeps one MQTT connection open. It simulates a walking person.
// FALLWATCH_KEY is its device key; FALLWATCH_MQTT (mqtt:// or mqtts://) and FALLWATCH_MAC are optional.
import mqtt from 'mqtt'

const { FALLWATCH_KEY, FALLWATCH_MQTT, FALLWATCH_MAC } = process.env
const mac = FALLWATCH_MAC ?? '02:00:00:00:00:01'
const topic = (name: string) => `fallwatch/${mac}/${name}`
const sample_rate_hz = 50
const mostKept = 3600 // seconds
const mostInBatch = 100 // readings

const client = mqtt.connect(FALLWATCH_MQTT ?? 'mqtt://localhost:1883', {
  protocolVersion: 5,
  username: mac,
  password: FALLWATCH_KEY ?? '',
  keepalive: 30,
  reconnectPeriod: 2000 + 500 * Math.random(),
  // If the connection is lost, the service misses the device sooner.
  will: { topic: topic('status'), payload: Buffer.from('offline'), qos: 0, retain: false },
})

/** A reading has the samples of a second, oldest first, and the motion at their peak. */
function measure() {
  const samples = Array.from({ length: sample_rate_hz }, (_, i) => {
    const swing = Math.sin((4 * Math.PI * i) / sample_rate_hz)
    return [0.4 * swing, 0.3, 9.81 + 1.2 * swing, 8 * swing, 3, -2]
  })
  const force = ([x = 0, y = 0, z = 0]: number[]) => Math.hypot(x, y, z)
  const peak = samples.reduce((most, row) => (force(row) > force(most) ? row : most))
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = peak
  const motion = { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, samples, sample_rate_hz }
  // The time at which it was measured: the service needs it for what arrives late.
  return {
    client_timestamp: new Date().toISOString(),
    uptime_ms: Math.round(performance.now()),
    ...motion,
  }
}

let waiting: ReturnType<typeof measure>[] = []
let isSending = false

/** sendWaiting publishes the newest second, or after an interruption all of them as a batch, until they are acknowledged. */
async function sendWaiting(): Promise<void> {
  if (isSending || !client.connected || waiting.length === 0) return
  isSending = true
  const sent = waiting.slice(0, mostInBatch)
  const isLive = sent.length === 1
  const payload = JSON.stringify(isLive ? sent[0] : { readings: sent })
  try {
    await client.publishAsync(topic(isLive ? 'readings' : 'batches'), payload, { qos: 1 })
    waiting = waiting.filter((reading) => !sent.includes(reading))
  } catch (error) {
    const { code, message } = error as { code?: number; message: string }
    console.log('not stored', code, message)
    // 0x99: the service would refuse it again.
    if (code === 0x99) waiting = waiting.filter((reading) => !sent.includes(reading))
  }
  isSending = false
}

client.on('connect', () => client.subscribe(topic('responses')))
client.on('message', (_topic, payload) => console.log(payload.toString().slice(0, 250)))
client.on('error', (error) => console.log(error.message))
setInterval(() => {
  waiting = [...waiting.slice(1 - mostKept), measure()]
  void sendWaiting()
}, 1000)
