import { readFileSync, renameSync, rm, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** A CommonJS module that has run. */
export interface LoadedScript<Exports> {
  exports: Exports
  /** Keeps the code of what has run so far for the next time, if that has not been done before. It never throws. */
  keepCode(): void
}

/**
 * Runs a CommonJS module in one file, from the code that V8 compiled before. Node can do the same from version
 * 22 on, with module.enableCompileCache; this also works with Node 20, and in folders that are read-only by then.
 */
export function loadScript<Exports>(file: string): LoadedScript<Exports> {
  const bytes = readFileSync(file)
  const codeFile = codeFileOf(file)
  const cachedData = readCode(codeFile, bytes)
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${bytes.toString()}\n})`,
    {
      filename: file,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(cachedData && { cachedData }),
    },
  )
  const module = { exports: {} as Exports }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  return {
    exports: module.exports,
    keepCode() {
      if (!cachedData || script.cachedDataRejected) writeCode(codeFile, bytes, script)
    },
  }
}

/** Names a file for each kind of code: it differs between versions and processors, and by options of V8. */
function codeFileOf(file: string): string {
  return `${file}.${process.version}-${process.arch}-${cachedDataVersionTag()}.code`
}

/**
 * The code is stored after a checksum of its source and one of itself. V8 checks neither: it would run the code of
 * another source of the same length, and would crash on a damaged file.
 */
const headerBytes = 8

function readCode(codeFile: string, source: Buffer): Buffer | undefined {
  try {
    const stored = readFileSync(codeFile)
    const code = stored.subarray(headerBytes)
    return stored.subarray(0, headerBytes).equals(headerOf(source, code)) ? code : undefined
  } catch {
    return undefined
  }
}

function writeCode(codeFile: string, source: Buffer, script: Script): void {
  // Several processes may do this at once, and others read at the same time.
  const temporary = `${codeFile}.${process.pid}`
  try {
    const code = script.createCachedData()
    writeFileSync(temporary, Buffer.concat([headerOf(source, code), code]))
    renameSync(temporary, codeFile)
  } catch {
    // The folder is read-only, or the disk is full: the next start compiles everything again.
    rm(temporary, () => {})
  }
}

function headerOf(source: Buffer, code: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(crc32(source))
  header.writeUInt32LE(crc32(code), 4)
  return header
}
