import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, request, type Schema } from '../api/client.ts'
import { type ImportedFile, readFiles } from './import-files.ts'

export type Import = Schema<'Import'>

const send = async (files: ImportedFile[], dryRun: boolean): Promise<Import> =>
  (await request(api.POST('/api/admin/imports', { body: { files, dryRun } }))).data

/** useImport is an import from its files to the result: first tried, then applied with the same bytes. */
export function useImport() {
  const client = useQueryClient()
  const [files, setFiles] = useState<ImportedFile[]>([])
  const check = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const read = await readFiles(chosen)
      setFiles(read)
      return send(read, true)
    },
  })
  const apply = useMutation({
    mutationFn: () => send(files, false),
    onSuccess: ({ applied }) => {
      // People, devices, assignments and teams may all be new.
      if (applied) void client.invalidateQueries()
    },
  })

  return {
    /** What was imported, or else what would be. */
    result: apply.data ?? check.data,
    isChecking: check.isPending,
    isApplying: apply.isPending,
    error: apply.error ?? check.error,
    check: (chosen: readonly File[]) => check.mutate(chosen),
    apply: () => apply.mutate(),
    reset() {
      check.reset()
      apply.reset()
      setFiles([])
    },
  }
}
