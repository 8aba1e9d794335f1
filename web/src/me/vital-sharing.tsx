import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { Choice } from '../ui/choice.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { accessQuery } from './access-query.ts'

export interface VitalSharingProps {
  patientId: string
  isShared: boolean
  /** Whose vital signs they are; the reader's own unless it is given. */
  name?: string
}

/** Pauses and resumes who else sees vital signs. */
export function VitalSharing({ patientId, isShared, name }: VitalSharingProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (vitals: boolean) =>
      request(
        api.PUT('/api/patients/{id}/sharing', { params: { path: { id: patientId } }, body: { vitals } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: accessQuery(patientId).queryKey }),
  })
  return (
    <section className="card" aria-labelledby="vitals-title">
      <h2 id="vitals-title">{t('privacy.vitals')}</h2>
      <p className="muted">{t('privacy.vitalsText')}</p>
      <Choice
        checked={saving.isPending ? saving.variables : isShared}
        onChange={(vitals) => saving.mutate(vitals)}
      >
        {name ? t('privacy.shareOf', { name }) : t('privacy.share')}
      </Choice>
      <div role="status">
        {!isShared && <Notice>{name ? t('privacy.pausedOf', { name }) : t('privacy.paused')}</Notice>}
      </div>
      <ErrorNotice error={saving.error} />
    </section>
  )
}
