// On Linux, all of 127.0.0.0/8 is local: each party connects from its own address, as the limits by address expect.

/** Each home has an address that its devices share. */
export const homeAddress = (n: number) => `127.1.${Math.floor(n / 250)}.${1 + (n % 250)}`
export const reporterAddress = (n: number) => `127.2.${Math.floor(n / 250)}.${1 + (n % 250)}`
export const caregiverAddress = (n: number) => `127.3.0.${1 + (n % 250)}`
export const signInAddress = (n: number) => `127.4.${Math.floor(n / 250)}.${1 + (n % 250)}`
export const probeAddress = '127.5.0.1'
export const callerAddress = (n: number) => `127.6.0.${1 + (n % 250)}`
export const onCallAddress = '127.7.0.1'
export const attackerAddress = '127.66.0.1'

/** Returns a function that gives each connection another address, like a network of hijacked machines. */
export function createBotnet(): () => string {
  let n = 0
  return () => {
    n++
    return `127.${70 + (Math.floor(n / 62_500) % 100)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`
  }
}

/** Returns the MAC address of a device that does not exist. */
export const inventedMac = (n: number) =>
  `06:${n.toString(16).padStart(10, '0').toUpperCase().match(/../g)?.join(':')}`

/** An account that signs in during attacks, and whose e-mail address the attacker knows. */
export const signInEmail = 'signs-in@bench.example'
export const signInPassword = 'Bench-Person-1!'
