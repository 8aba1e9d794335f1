import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Makes a request wait for the previous ones on its connection. Otherwise a client that sends without
 * reading could have hundreds of running requests, and their responses in memory.
 */
export function limitPipelining(
  listener: RequestListener,
  maxPipelined: number,
  block: (socket: Socket) => void,
): RequestListener {
  const pipelined = new WeakMap<Socket, number>()

  return (request, response) => {
    if (response.socket) return void listener(request, response)
    const { socket } = request
    // Data that arrived before the connection was closed are still parsed.
    if (socket.destroyed) return
    const waiting = (pipelined.get(socket) ?? 0) + 1
    if (waiting > maxPipelined) return void block(socket)
    pipelined.set(socket, waiting)
    response.once('socket', () => {
      pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1)
      listener(request, response)
    })
  }
}
