import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { Tag, type TagProps } from '../ui/tag.tsx'

type Status = Schema<'Device'>['status']

const tones: Record<Status, TagProps['tone']> = {
  ACTIVE: 'good',
  INACTIVE: 'caution',
  OFFLINE: 'caution',
  DISABLED: 'neutral',
  UNREGISTERED: 'neutral',
}

export function DeviceStatusTag({ status }: { status: Status }) {
  const { t } = useTranslation()
  return <Tag tone={tones[status] ?? 'neutral'}>{t(`admin.devices.status.${status}`)}</Tag>
}
