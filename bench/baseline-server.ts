// A Fastify server that does nothing but respond: the baseline for the handling of a reading.
import Fastify from 'fastify'

const app = Fastify()
app.post('/api/device/sensor-stream', async () => ({
  success: true,
  data: {
    deviceId: '3f2b8c1e-6a4d-4a53-9c3e-0d8e0b6d7a11',
    timestamp: new Date().toISOString(),
    fallDetected: false,
    fallConfidence: 0,
    healthScore: 100,
    nextAllowedRequest: new Date(Date.now() + 1000).toISOString(),
  },
}))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as { port: number }
console.log(`listening on ${port}`)
process.on('SIGTERM', () => app.close())
