import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../lib/errors.ts'
import { isSignedWith } from './backup-key.ts'
import { descriptionFile, manifestFile, parseDescription, secretFile, signatureFile } from './copies.ts'
import type { SignedContents } from './manifest.ts'

/** What a restore takes from the small files of a copy, each read once: they might be changed meanwhile. */
export interface VerifiedCopy {
  signed: SignedContents
  manifest: string
  secret: Buffer | undefined
}

export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/**
 * Looks whether a copy was signed with the key of the installation. The signature is that of the description, which
 * has the checksums of the other small files; the manifest among them has those of the archive.
 */
export function verifyCopy(folder: string, key: string | undefined, isUnverified: boolean): VerifiedCopy {
  const text = readFileSync(join(folder, descriptionFile), 'utf8')
  if (!isUnverified) assertSigned(folder, text, key)
  const { wal, folders, files } = parseDescription(text)
  const manifest = readFileSync(join(folder, manifestFile), 'utf8')
  const secretPath = join(folder, secretFile)
  const secret = existsSync(secretPath) ? readFileSync(secretPath) : undefined
  // Copies of earlier versions have no such list, and no signature.
  if (files) {
    assertListed(folder, files[manifestFile], manifest, manifestFile)
    assertListed(folder, files[secretFile], secret, secretFile)
  }
  return { signed: { wal, folders }, manifest, secret }
}

function assertSigned(folder: string, text: string, key: string | undefined): void {
  const path = join(folder, signatureFile)
  const signature = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const problem = !signature
    ? 'is not signed'
    : !key
      ? 'cannot be verified without the key of its installation: set BACKUP_KEY'
      : isSignedWith(key, text, signature)
        ? undefined
        : 'was not signed with the key that is set here (BACKUP_KEY, or backup-key in DATA_DIR), or was changed'
  if (!problem) return
  throw new StartError(
    `The backup in ${folder} ${problem}. A forged backup can run commands on this machine. If you know where it comes from, restore it with --unverified.`,
  )
}

function assertListed(
  folder: string,
  checksum: string | undefined,
  content: string | Buffer | undefined,
  name: string,
): void {
  if (checksum === (content === undefined ? undefined : sha256(content))) return
  throw new StartError(`The backup in ${folder} cannot be used: ${name} is damaged.`)
}
