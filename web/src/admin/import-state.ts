import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, request, type Schema } from '../api/client.ts'
import { type ImportedFile, readFiles } from './import-files.ts'

export type Import = Schema<'Import'>

/** What somebody has said about a file: its columns, its people and its dates. */
export type FileChoices = Pick<ImportedFile, 'columns' | 'role' | 'dates'>

const send = async (files: ImportedFile[], dryRun: boolean, mail: boolean): Promise<Import> =>
  (await request(api.POST('/api/admin/imports', { body: { files, dryRun, mail } }))).data

/** An import from its files to the result: first tried, then applied with the same bytes and choices. */
export function useImport() {
  const client = useQueryClient()
  const [files, setFiles] = useState<ImportedFile[]>([])
  const [mail, setMail] = useState(true)
  // The last answer stays while the files are checked again with another choice.
  const [result, setResult] = useState<Import>()
  const check = useMutation({
    mutationFn: async (given: { chosen: readonly File[] } | { files: ImportedFile[] }) => {
      const read = 'files' in given ? given.files : await readFiles(given.chosen)
      setFiles(read)
      return send(read, true, true)
    },
    onSuccess: setResult,
  })
  const apply = useMutation({
    mutationFn: () => send(files, false, mail),
    onSuccess: (done) => {
      setResult(done)
      // People, devices, assignments and teams may all be new.
      if (done.applied) void client.invalidateQueries()
    },
  })

  return {
    /** What was imported, or else what would be. */
    result,
    isChecking: check.isPending,
    isApplying: apply.isPending,
    error: apply.error ?? check.error,
    check: (chosen: readonly File[]) => check.mutate({ chosen }),
    choicesOf: (name: string): FileChoices => files.find((file) => file.name === name) ?? {},
    /** Checks the files again with what somebody says about one of them. */
    choose(name: string, choices: FileChoices) {
      apply.reset()
      check.mutate({ files: files.map((file) => (file.name === name ? { ...file, ...choices } : file)) })
    },
    mail,
    setMail,
    apply: () => apply.mutate(),
    reset() {
      check.reset()
      apply.reset()
      setFiles([])
      setResult(undefined)
    },
  }
}

export type ImportState = ReturnType<typeof useImport>
