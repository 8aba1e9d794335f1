import { placeJson } from '../../accounts/residences/place.ts'
import type { Contact } from '../../alerting/notifications/contact.ts'
import type { Db } from '../../platform/db/database.ts'
import { effectivePlacement, withState } from '../../telemetry/devices/device.ts'

/** What is read of a table; $1 is the id of the person. */
interface ExportList {
  columns: string
  from: string
  /** Disjoint conditions, each with an index that returns its rows in the order of time. */
  where: string[]
  /** The order of the rows: a time, and an id that no two rows of the same time share. */
  time: string
  id: string
  batchSize: number
}

const isoTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const traceColumns = ['accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z', 'pressure', 'fsr']

const nameOf = (id: string) =>
  `(select first_name || ' ' || last_name from users where users.id = assignments.${id})`

export const exportLists = {
  devices: {
    columns: `devices.id, coalesce(devices.external_id, devices.mac) as "macAddress", devices.kind, devices.name, devices.disabled, ${effectivePlacement},
      devices.created_at as "createdAt", devices.updated_at as "updatedAt", state.last_seen as "lastSeen", state.battery,
      state.signal, state.heart_rate as "heartRate", state.heart_rate_at as "heartRateAt", state.spo2,
      state.spo2_at as "spo2At", state.health_score as "healthScore", state.firmware, (
        select coalesce(json_agg(json_build_object('type', type, 'message', message, 'at', ${isoTime('at')})
                                 order by logs.id), '[]')
        from logs_of_device(devices.number) as logs
      ) as logs`,
    from: withState,
    where: ['devices.user_id = $1'],
    time: 'devices.created_at',
    id: 'devices.id',
    batchSize: 10,
  },
  deviceEvents: {
    columns: `device_events.id, devices.id as "deviceId", event_id as "eventId", type, at, received_at as "receivedAt", late,
      device_events.battery, confidence, detail, action, incident_id as "incidentId", repeats`,
    from: 'device_events join devices on devices.number = device_events.device',
    where: ['devices.user_id = $1'],
    time: 'received_at',
    id: 'device_events.id',
    batchSize: 500,
  },
  deviceKeys: {
    columns: 'id, name, created_at as "createdAt"',
    from: 'device_keys',
    where: ['user_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 500,
  },
  falls: {
    columns: `falls.id, device_id as "deviceId", incident_id as "incidentId", confidence, status, location, witnessed,
      injuries, reported_by as "reportedBy", accel, gyro, evidence, late, created_at as "createdAt", updated_at as "updatedAt",
      reported_at as "reportedAt", responded_at as "respondedAt", flagged_at as "flaggedAt", flag_note as "flagNote",
      (select json_build_object('at', at, ${traceColumns.map((column) => `'${column}', ${column}`).join(', ')},
                                'heart_rate', heart_rate, 'spo2', spo2)
       from fall_traces where fall_id = falls.id) as trace,
      (select coalesce(json_agg(details || jsonb_build_object('version', version, 'at', at, 'authorId', author_id, 'station', station)
                                order by version), '[]')
       from fall_records where fall_id = falls.id) as record`,
    from: 'falls',
    where: ['user_id = $1'],
    time: 'created_at',
    id: 'falls.id',
    batchSize: 50,
  },
  incidents: {
    columns: `incidents.id, kind, state, severity, fall_id as "fallId", device_id as "deviceId", opened_at as "openedAt",
      check_until as "checkUntil", first_acknowledged_at as "firstAcknowledgedAt",
      acknowledged_at as "acknowledgedAt", acknowledged_by as "acknowledgedBy", eta_minutes as "etaMinutes",
      eta_at as "etaAt",
      resolved_at as "resolvedAt", resolved_by as "resolvedBy", outcome, injuries, evidence, (
        select coalesce(json_agg(json_build_object('at', ${isoTime('at')}, 'type', type, 'actorId', actor_id,
                                                   'data', data, 'text', text, 'station', station) order by incident_entries.id), '[]')
        from incident_entries where incident_id = incidents.id
      ) as timeline`,
    from: 'incidents',
    where: ['patient_id = $1'],
    time: 'opened_at',
    id: 'incidents.id',
    batchSize: 50,
  },
  /** What is kept of incidents that were deleted. */
  pastIncidents: {
    columns: `id, kind, state, fall_id as "fallId", device_id as "deviceId", opened_at as "openedAt",
      first_acknowledged_at as "firstAcknowledgedAt", resolved_at as "resolvedAt", outcome, injuries`,
    from: 'past_incidents',
    where: ['patient_id = $1'],
    time: 'opened_at',
    id: 'id',
    batchSize: 500,
  },
  notes: {
    columns: 'id, author_id as "authorId", text, created_at as "createdAt"',
    from: 'patient_notes',
    where: ['patient_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 100,
  },
  alerts: {
    columns: `id, patient_id as "patientId", fall_id as "fallId", incident_id as "incidentId",
      created_at as "createdAt", acknowledged_at as "acknowledgedAt"`,
    from: 'alerts',
    where: ['caregiver_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 500,
  },
  handovers: {
    columns: `id, team_id as "teamId", text, created_at as "createdAt", shift_starts_at as "shiftStartsAt",
      shift_ends_at as "shiftEndsAt"`,
    from: 'team_handovers',
    where: ['author_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 100,
  },
  teams: {
    columns: `team.id, team.name, team.site, team.ward, membership.role, membership.created_at as "createdAt"`,
    from: `(select team_id, caregiver_id as user_id, 'MEMBER' as role, created_at from team_members
            union all select team_id, patient_id, 'PATIENT', created_at from team_patients) as membership
      join teams as team on team.id = team_id`,
    where: ['membership.user_id = $1'],
    time: 'membership.created_at',
    id: 'team.id',
    batchSize: 500,
  },
  messages: {
    columns: `id, sender_id as "senderId", recipient_id as "recipientId", type, content, created_at as "createdAt",
      read_at as "readAt"`,
    from: 'messages',
    where: ['sender_id = $1', 'recipient_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 100,
  },
  deliveries: {
    columns: `deliveries.id, channel, purpose, state, incident_id as "incidentId", deliveries.step + 1 as step,
      deliveries.created_at as "createdAt", sent_at as "sentAt"`,
    from: 'deliveries join contacts on contacts.id = contact_id',
    where: ['contacts.user_id = $1'],
    time: 'deliveries.created_at',
    id: 'deliveries.id',
    batchSize: 500,
  },
  assignments: {
    columns: `caregiver_id as "caregiverId", ${nameOf('caregiver_id')} as "caregiverName",
      patient_id as "patientId", ${nameOf('patient_id')} as "patientName", kind, relationship, priority,
      created_at as "createdAt"`,
    from: 'assignments',
    where: ['caregiver_id = $1', 'patient_id = $1'],
    time: 'created_at',
    id: 'case when caregiver_id = $1 then patient_id else caregiver_id end',
    batchSize: 500,
  },
  shares: {
    columns: `id, label, created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt",
      revoked_at as "revokedAt", wrong_codes as "wrongCodes", opened_count as "openedCount", last_used_at as "lastUsedAt"`,
    from: 'shares',
    where: ['patient_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 500,
  },
  sessions: {
    columns: 'kind, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"',
    from: `(select id, user_id, 'SESSION' as kind, created_at, null::timestamptz as last_used_at, expires_at from sessions
            union all
            select id, user_id, 'HELP_PAGE', created_at, last_used_at, expires_at from help_credentials) as sessions`,
    where: ['user_id = $1'],
    time: 'created_at',
    id: 'id',
    batchSize: 500,
  },
  /** The address of somebody else who read the record is theirs. */
  audit: {
    columns: `level, action, message, actor_id as "actorId", subject_id as "subjectId",
      case when actor_id = $1 then ip end as ip, at as timestamp`,
    from: 'audit_log',
    where: ['subject_id = $1', 'actor_id = $1 and subject_id is distinct from $1'],
    time: 'at',
    id: 'id',
    batchSize: 500,
  },
} satisfies Record<string, ExportList>

export type ExportListName = keyof typeof exportLists

export type ExportRow = Record<string, unknown>

/** Where a batch ended; the time is a text, because a Date would round it. */
export interface ExportCursor {
  time: string
  id: string
}

export const exportStart: ExportCursor = { time: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Returns the rows after a cursor, oldest first, and the next cursor; undefined after the last batch. */
export async function readExportBatch(
  db: Db,
  name: ExportListName,
  userId: string,
  after: ExportCursor,
): Promise<{ rows: ExportRow[]; next: ExportCursor | undefined }> {
  const { columns, from, where, time, id, batchSize } = exportLists[name]
  const parts = where.map(
    (condition) =>
      `(select ${columns}, ${time} as "sortTime", ${id} as "sortId" from ${from}
        where ${condition} and (${time}, ${id}) > ($2::timestamptz, $3::uuid)
        order by ${time}, ${id} limit ${batchSize})`,
  )
  const found = await db.query<ExportRow & { sortText: string; sortId: string }>(
    `select *, "sortTime"::text as "sortText" from (${parts.join(' union all ')}) as merged
     order by "sortTime", "sortId" limit ${batchSize}`,
    [userId, after.time, after.id],
  )
  const last = found.length < batchSize ? undefined : found.at(-1)
  const rows = found.map(({ sortTime: _time, sortText: _text, sortId: _id, ...row }) => row)
  return { rows, next: last && { time: last.sortText, id: last.sortId } }
}

export interface ExportSettings {
  representative: object | null
  vitalsPausedAt: Date | null
  monitoring: object | null
  duty: object | null
  /** When the PIN for stations was set. */
  pinUpdatedAt: Date | null
  sensitivity: string
  residence: object | null
  formerResidences: object[]
  reference: string | null
  escalation: object[]
}

/** Returns what was set of a person beside the account; null for the defaults. */
export async function findExportSettings(db: Db, userId: string): Promise<ExportSettings> {
  const [row] = await db.query<ExportSettings>(
    `select (select json_build_object('name', name, 'relationship', relationship)
             from representatives where patient_id = $1) as representative,
            (select paused_at from vital_sharing_pauses where patient_id = $1) as "vitalsPausedAt",
            (select json_build_object('okWindowSeconds', ok_window_seconds, 'alarms', alarms, 'watches', watches)
             from monitoring_settings where patient_id = $1) as monitoring,
            (select json_build_object('onDuty', on_duty, 'hours', hours)
             from caregiver_duty where user_id = $1) as duty,
            (select updated_at from caregiver_pins where user_id = $1) as "pinUpdatedAt",
            (select sensitivity from users where id = $1) as sensitivity,
            (select reference from users where id = $1) as reference,
            (select ${placeJson}
             from residences where patient_id = $1) as residence,
            (select coalesce(json_agg(json_build_object('until', until, 'site', site, 'ward', ward, 'room', room)
                                      order by until), '[]')
             from former_residences where patient_id = $1) as "formerResidences",
            (select coalesce(json_agg(json_build_object('severity', severity, 'policy', policy) order by severity), '[]')
             from escalation_policies where patient_id = $1) as escalation`,
    [userId],
  )
  return (
    row ?? {
      residence: null,
      formerResidences: [],
      representative: null,
      vitalsPausedAt: null,
      monitoring: null,
      duty: null,
      pinUpdatedAt: null,
      sensitivity: 'normal',
      reference: null,
      escalation: [],
    }
  )
}

export type ExportContact = Omit<Contact, 'secrets' | 'userId' | 'events'>

/** Leaves out keys and secrets. */
export function listExportContacts(db: Db, userId: string): Promise<ExportContact[]> {
  return db.query(
    `select id, channel, address, show_details as "showDetails", created_at as "createdAt",
            confirmed_at as "confirmedAt", ended_at as "endedAt", end_reason as "endReason"
     from contacts where user_id = $1 order by created_at, id`,
    [userId],
  )
}
