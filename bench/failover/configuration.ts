import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NodePorts } from './node.ts'
import type { ClusterPrograms } from './programs.ts'

export const password = 'bench'

/** The header by which the API of Patroni knows who may switch over. */
export const apiCredentials = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`

const shipped = join(import.meta.dirname, '../../deploy/ha/patroni.yml')

/** Which API of etcd Patroni uses, and whether a primary without a standby refuses writes. */
export interface ClusterVariant {
  etcd: 'etcd' | 'etcd3'
  isStrict: boolean
}

/** Returns the configuration that is shipped, with the addresses, folders and passwords of a node of the benchmark. */
export function configureNode(
  { postgres: programs }: ClusterPrograms,
  { etcd, isStrict }: ClusterVariant,
): (ports: NodePorts, name: string, folder: string) => string {
  return (ports, name, folder) => {
    const etcdHosts = ports.toEtcd.map((port) => `127.0.0.1:${port}`).join(',')
    const changes: [string, string][] = [
      ['name: one\n', `name: ${name}\n`],
      ['listen: 10.0.0.11:8008', `listen: 127.0.0.1:${ports.api}`],
      ['connect_address: 10.0.0.11:8008', `connect_address: 127.0.0.1:${ports.toApi}`],
      // It must not find the addresses of etcd behind the links.
      [
        'etcd:\n  hosts: 10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379',
        `${etcd}:\n  use_proxies: true\n  hosts: ${etcdHosts}`,
      ],
      ['listen: 10.0.0.11:5432', `listen: 127.0.0.1:${ports.postgres}`],
      ['connect_address: 10.0.0.11:5432', `connect_address: 127.0.0.1:${ports.toPostgres}`],
      ['/var/lib/postgresql/15/fallwatch', join(folder, 'data')],
      ['/usr/lib/postgresql/15/bin', programs],
      ['password: choose-one\n', `password: ${password}\n`],
      ['password: choose-another\n', `password: ${password}\n`],
      ['password: choose-a-third\n', `password: ${password}\n`],
      ['host all all 10.0.0.0/24', 'host all all 127.0.0.1/32'],
      ['host replication replicator 10.0.0.0/24', 'host replication replicator 127.0.0.1/32'],
      ['unix_socket_directories: /var/run/postgresql', `unix_socket_directories: ${folder}`],
      ['synchronous_mode_strict: false', `synchronous_mode_strict: ${isStrict}`],
      ['mode: automatic', 'mode: "off"'],
    ]
    return changes.reduce(
      (text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`deploy/ha/patroni.yml has no "${from}"`)
        return text.replace(from, to)
      },
      readFileSync(shipped, 'utf8'),
    )
  }
}
