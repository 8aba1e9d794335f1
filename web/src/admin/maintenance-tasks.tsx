import { useMutation } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const tasks = [
  'cleanup_readings',
  'cleanup_logs',
  'cleanup_sessions',
  'recalculate_health',
  'analyze_database',
] as const

/** The service names what it has counted. */
type CountKey = Extract<ParseKeys, `admin.system.counts.${string}`>

interface Run {
  task: (typeof tasks)[number]
  dryRun: boolean
}

/** Runs one of the tasks that otherwise run by themselves, or says what it would do. */
export function MaintenanceTasks() {
  const { t } = useTranslation()
  const formats = useFormats()
  const errorText = useErrorText()
  const run = useMutation({
    mutationFn: async ({ task, dryRun }: Run) =>
      (await request(api.POST('/api/admin/maintenance', { body: { task, options: { dryRun } } }))).data,
  })
  return (
    <section className="card">
      <h2>{t('admin.system.maintenance')}</h2>
      <div role="status">
        {run.isError && <Notice tone="caution">{errorText(run.error)}</Notice>}
        {run.data && (
          <Notice tone="good">
            {t(run.variables?.dryRun ? 'admin.system.wouldDo' : 'admin.system.done', {
              task: t(`admin.system.tasks.${run.data.task}`),
              result: formats.list(
                Object.entries(run.data.result).map(([name, count]) =>
                  t(`admin.system.counts.${name}` as CountKey, {
                    defaultValue: `${name}: {{number}}`,
                    number: formats.number(count),
                  }),
                ),
              ),
            })}
          </Notice>
        )}
      </div>
      <ul className="stack">
        {tasks.map((task) => (
          <li key={task} className="row">
            <span className="maintenance-task">{t(`admin.system.tasks.${task}`)}</span>
            <Button
              aria-label={`${t('admin.system.dryRun')}: ${t(`admin.system.tasks.${task}`)}`}
              isDisabled={run.isPending}
              onPress={() => run.mutate({ task, dryRun: true })}
            >
              {t('admin.system.dryRun')}
            </Button>
            <Button
              aria-label={`${t('admin.system.run')}: ${t(`admin.system.tasks.${task}`)}`}
              isDisabled={run.isPending}
              onPress={() => run.mutate({ task, dryRun: false })}
            >
              {t('admin.system.run')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
