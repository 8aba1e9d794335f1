// Linux takes all of 127.0.0.0/8 for its own: each party connects from an address of its own, which is the address that
// the service's limits count by.

/** A home with its devices, or a person on the way. */
export const homeAddress = (n: number) => `127.1.${Math.floor(n / 250)}.${1 + (n % 250)}`
export const reporterAddress = (n: number) => `127.2.${Math.floor(n / 250)}.${1 + (n % 250)}`
export const caregiverAddress = (n: number) => `127.3.0.${1 + (n % 250)}`
export const signInAddress = (n: number) => `127.4.${Math.floor(n / 250)}.${1 + (n % 250)}`
export const probeAddress = '127.5.0.1'
export const attackerAddress = '127.66.0.1'

let used = 0

/** manyAddresses gives another address for each connection that is opened: a network of hijacked machines. */
export function manyAddresses(): string {
  used++
  return `127.${70 + (Math.floor(used / 62_500) % 100)}.${Math.floor(used / 250) % 250}.${1 + (used % 250)}`
}

/** inventedMac gives an address that no honest device has. */
export const inventedMac = (n: number) =>
  `06:${n.toString(16).padStart(10, '0').toUpperCase().match(/../g)?.join(':')}`

/** Somebody who signs in now and then, and whose address an attacker knows. */
export const signInEmail = 'signs-in@bench.example'
export const signInPassword = 'Bench-Person-1!'
