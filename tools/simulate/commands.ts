import type { Credentials } from './people.ts'

/** Writes a text so that a shell takes it as it is. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Gives lines for a shell that log a caregiver in and list the falls. */
export function listFallsCommand(base: string, { email, password }: Credentials): string[] {
  return [
    `TOKEN=$(curl -s ${quote(`${base}/auth/login`)} -H 'Content-Type: application/json' \\`,
    `  -d ${quote(JSON.stringify({ email, password }))} |`,
    `  sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p')`,
    `curl -sw '\\n' ${quote(`${base}/falls/recent`)} -H "Authorization: Bearer $TOKEN"`,
  ]
}

/** Gives the command that simulates with the same caregiver. */
export function runAgainCommand(url: string, { email, password }: Credentials): string {
  return `npm run simulate -- --url ${quote(url)} --email ${quote(email)} --password ${quote(password)}`
}
