import { z } from 'zod'

/** The answers as the contract's sections 2 and 4 and the decisions word them; nothing here comes from the service. */

const id = z.guid()
const text = z.string()
const int = z.int()
const float = z.number()
const percent = z.number().min(0).max(100)
const score = z.int().min(0).max(100)
const count = z.int().min(0)
const timestamp = z
  .string()
  .refine((time) => !Number.isNaN(Date.parse(time)) && new Date(time).toISOString() === time)
const date = z.iso.date()

const role = z.enum(['PATIENT', 'CAREGIVER', 'ADMIN'])
const accountStatus = z.enum(['active', 'inactive'])
const deviceStatus = z.enum(['ACTIVE', 'INACTIVE', 'OFFLINE', 'DISABLED', 'UNREGISTERED'])
const fallLevel = z.enum(['NO_FALL', 'SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'])
const severity = z.enum(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])

/** The answer with a single thing. */
export const one = (data: z.ZodType, beside: z.ZodRawShape = {}) =>
  z.strictObject({ success: z.literal(true), data, ...beside })

/** Carries the token of a new session beside it. */
export const oneWithToken = (data: z.ZodType) => one(data, { token: z.jwt() })

/** A page of a list, with at least one thing on it so that its shape is seen. */
export const many = (item: z.ZodType) =>
  one(z.array(item).nonempty(), {
    pagination: z.strictObject({ page: int, limit: int, total: count, totalPages: count }),
  })

export const message = z.strictObject({ message: text.min(1) })
export const deleted = z.strictObject({ id, deleted: z.literal(true) })

const identity = { id, email: z.email(), firstName: text, lastName: text, role }
export const person = z.strictObject(identity)
export const newPerson = z.strictObject({ ...identity, createdAt: timestamp })
export const me = z.strictObject({ ...identity, createdAt: timestamp, lastLogin: timestamp.nullable() })
const profileFields = {
  ...me.shape,
  dateOfBirth: date.nullable(),
  phone: text.nullable(),
  avatar: z.url().nullable(),
}
export const profile = z.strictObject(profileFields)
export const account = z.strictObject({ ...profileFields, status: accountStatus })

export const assessment = z.strictObject({
  deviceId: id,
  timestamp,
  fallDetected: z.boolean(),
  fallConfidence: z.number().min(0).max(1),
  healthScore: score,
  nextAllowedRequest: timestamp,
})

export const device = z.strictObject({
  id,
  userId: id,
  macAddress: text.regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/),
  externalId: text,
  kind: z.enum(['WEARABLE', 'BUTTON', 'PENDANT', 'RADAR', 'BED', 'DOOR', 'MOTION', 'PHONE', 'OTHER']),
  expectedEverySeconds: count.nullable(),
  place: z.null(),
  name: text,
  status: deviceStatus,
  lastSeen: timestamp.nullable(),
  batteryLevel: percent.nullable(),
  firmwareVersion: text.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const wornDevice = device.extend({ placement: z.enum(['wrist', 'waist', 'pocket', 'unknown']) })

export const deviceState = z.strictObject({
  deviceId: id,
  status: deviceStatus,
  batteryLevel: percent.nullable(),
  signalStrength: int.negative().nullable(),
  lastDataPoint: timestamp.nullable(),
  sensorsInitialized: z.boolean().nullable(),
  wifiConnected: z.boolean().nullable(),
  bluetoothConnected: z.boolean().nullable(),
  uptime: count.nullable(),
  firmwareVersion: text.nullable(),
  updateAvailable: z.boolean(),
})

export const deviceLog = z.strictObject({
  id: text,
  deviceId: id,
  type: z.enum(['INFO', 'WARNING', 'ERROR']),
  message: text,
  timestamp,
})

const confidence = float.min(0).max(1)

export const newFall = z.strictObject({
  id,
  userId: id,
  confidence,
  status: fallLevel,
  location: text.nullable(),
  witnessed: z.boolean().nullable(),
  createdAt: timestamp,
  alerts: z.strictObject({ notified: z.boolean(), caregiverCount: count }),
})

/** Whether a device detected it, or a person reported it: more than the contract asks for. */
const fallSource = z.enum(['DETECTED', 'REPORTED', 'DEVICE_VERDICT'])

const fallFields = {
  id,
  confidence,
  status: fallLevel,
  source: fallSource,
  location: text.nullable(),
  createdAt: timestamp,
  responded: z.boolean(),
  responseTime: count.nullable(),
}
export const fallItem = z.strictObject(fallFields)
export const patientFall = z.strictObject({
  ...fallFields,
  incident: z.strictObject({ id, state: text, outcome: text.nullable() }).nullable(),
})

/** For a caregiver, a fall of a patient who is not assigned shows its bare facts. */
export const recentFall = z.strictObject({
  ...fallFields,
  source: fallSource.nullable(),
  responded: z.boolean().nullable(),
  userId: id.nullable(),
  patientName: text.nullable(),
})

export const adminFall = z.strictObject({
  ...fallFields,
  userId: id,
  patientName: text,
  severity: severity.nullable(),
  investigation: z.strictObject({
    flagged: z.boolean(),
    flaggedAt: timestamp.nullable(),
    flaggedBy: id.nullable(),
    note: text.nullable(),
  }),
})

const vector = z.tuple([float, float, float])

/** What a device went by, beside what the contract asks for. */
const evidence = z.strictObject({
  peakG: float.min(0),
  turnDegrees: int.min(0).max(180).nullable(),
  stillSeconds: count,
  secondsSince: count,
  gotUpAfterSeconds: count.nullable(),
  raisedBy: z.array(z.enum(['impact', 'turn', 'stillness', 'pressure', 'foot', 'heart'])).nonempty(),
})

export const fall = z.strictObject({
  id,
  userId: id,
  deviceId: id.nullable(),
  confidence,
  status: fallLevel,
  source: fallSource,
  reportedBy: z.strictObject({ id, name: text }).nullable(),
  location: text.nullable(),
  witnessed: z.boolean().nullable(),
  injuries: text.nullable(),
  sensorData: z.strictObject({ accel: vector, gyro: vector, timestamp }).nullable(),
  evidence: evidence.nullable(),
  alerts: z.array(
    z.strictObject({ caregiverId: id, sent: z.boolean(), acknowledged: z.boolean(), timestamp }),
  ),
  createdAt: timestamp,
})

/** Whose fall it was, which one, when it was reported, what it stands for, and who handles it: more than the contract asks for. */
const alertExtras = {
  patientId: id,
  fallId: id,
  incidentId: id,
  acknowledgedAt: timestamp.nullable(),
  handledBy: z.strictObject({ id, name: text }).nullable(),
  repeats: count,
}

export const alert = z.strictObject({
  id,
  patientName: text,
  type: text,
  severity,
  message: text.min(1),
  timestamp,
  acknowledged: z.boolean(),
  ...alertExtras,
})

/** The phone is one of the stored fields that the contract leaves open. */
const patientFields = {
  ...identity,
  role: z.literal('PATIENT'),
  dateOfBirth: date.nullable(),
  emergencyContact: text.nullable(),
  phone: text.nullable(),
}

export const patient = z.strictObject({
  ...patientFields,
  caregivers: z.array(
    z.strictObject({ id, name: text, relationship: text.nullable(), phone: text.nullable() }),
  ),
  devices: z.array(z.strictObject({ id, name: text, status: deviceStatus })),
})

const invitation = z.strictObject({ token: text.min(20), expiresAt: timestamp })
export const newPatient = patient.extend({ invitation })

export const patientItem = z.strictObject({
  ...patientFields,
  status: accountStatus,
  healthScore: score,
  lastActive: timestamp.nullable(),
  createdAt: timestamp,
})

export const health = z.strictObject({
  patientId: id,
  healthScore: score,
  riskScore: score,
  isHighRisk: z.boolean(),
  vitals: z.strictObject({
    heartRate: int.nullable(),
    bloodPressure: text.regex(/^\d+\/\d+$/).nullable(),
    oxygenSaturation: int.nullable(),
  }),
  lastUpdate: timestamp.nullable(),
})

export const caregiver = z.strictObject({
  ...identity,
  role: z.literal('CAREGIVER'),
  phone: text.nullable(),
  specialization: text.nullable(),
  patients: count,
  activeAlerts: count,
  organization: text.nullable(),
})
export const newCaregiver = caregiver.extend({ invitation })

export const assignedPatient = z.strictObject({
  id,
  name: text,
  email: z.email(),
  healthScore: score,
  lastActive: timestamp.nullable(),
  devices: count,
  recentFalls: count,
})

export const assignment = z.strictObject({
  caregiverId: id,
  patientId: id,
  relationship: text.nullable(),
  createdAt: timestamp,
})
export const unassigned = z.strictObject({ caregiverId: id, patientId: id, unassigned: z.literal(true) })

export const letter = z.strictObject({
  id,
  senderId: id,
  recipientId: id,
  content: text,
  type: z.enum(['TEXT', 'ALERT', 'NOTIFICATION']),
  read: z.boolean(),
  createdAt: timestamp,
})

export const statistics = z.strictObject({
  totalUsers: count,
  activeDevices: count,
  fallsToday: count,
  highRiskPatients: count,
  caregiverAssignments: count,
  systemHealth: z.enum(['HEALTHY', 'DEGRADED', 'UNHEALTHY']),
})

export const auditLine = z.strictObject({
  id: text,
  level: z.enum(['ERROR', 'WARNING', 'INFO']),
  action: text,
  message: text,
  actorId: id.nullable(),
  subjectId: id.nullable(),
  ip: text.nullable(),
  requestId: text.nullable(),
  timestamp,
})

export const maintenance = z.strictObject({
  task: text,
  status: z.literal('COMPLETED'),
  startedAt: timestamp,
  finishedAt: timestamp,
  result: z.looseObject({}),
})

export const healthReport = z.strictObject({
  status: z.enum(['HEALTHY', 'DEGRADED', 'UNHEALTHY']),
  timestamp,
  uptime: count,
  database: text,
  memory: z.strictObject({ used: int.positive(), available: int.positive() }),
  version: text,
})
