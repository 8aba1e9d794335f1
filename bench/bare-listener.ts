// A listener that closes every connection at once: what an attack costs the machine that it shares with the service.
import { type AddressInfo, createServer } from 'node:net'
import { backlog } from '../src/platform/http/server.ts'

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.destroy()
})
server.listen({ host: '127.0.0.1', port: 0, backlog }, () =>
  console.log(`listening on ${(server.address() as AddressInfo).port}`),
)
