import type { Credentials } from './people.ts'

/** quote writes a text so that a shell takes it as it is. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** listFallsCommand gives lines for a shell that log a caregiver in and list the falls. */
export function listFallsCommand(base: string, { email, password }: Credentials): string[] {
  return [
    `TOKEN=$(curl -s ${quote(`${base}/auth/login`)} -H 'Content-Type: application/json' \\`,
    `  -d ${quote(JSON.stringify({ email, password }))} |`,
    `  sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p')`,
    `curl -sw '\\n' ${quote(`${base}/falls/recent`)} -H "Authorization: Bearer $TOKEN"`,
  ]
}

/** runAgainCommand gives the command that simulates with the same caregiver. */
export function runAgainCommand(url: string, { email, password }: Credentials): string {
  return `npm run simulate -- --url ${quote(url)} --email ${quote(email)} --password ${quote(password)}`
}
