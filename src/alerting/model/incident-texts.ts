import type { IncidentKind } from './incident.ts'

interface IncidentTexts {
  /** The title of a message, which names nobody. */
  title: string
  /** What it is of a patient: the end of a sentence that begins with their name. */
  ofPatient: string
  /** What it is of a shared device: a sentence of its own, after the place. */
  ofPlace: string
  /** What to do about it, unless a fall or a call says more. */
  advice: string
}

/** The English texts of every kind of incident, of messages and of the page behind their links. */
export const incidentTexts: Record<IncidentKind, IncidentTexts> = {
  FALL: {
    title: 'Somebody may have fallen',
    ofPatient: 'may have fallen',
    ofPlace: 'somebody may have fallen',
    advice: 'Please check on them',
  },
  SOS: {
    title: 'Somebody asks for help',
    ofPatient: 'asks for help',
    ofPlace: 'somebody asks for help',
    advice: 'Please check on them',
  },
  VITALS: {
    title: 'Vital signs need attention',
    ofPatient: 'has vital signs outside of their limits',
    ofPlace: 'vital signs need attention',
    advice: 'Please check on them',
  },
  DEVICE_SILENT: {
    title: 'A device is silent',
    ofPatient: 'has a device that sends nothing any more',
    ofPlace: 'a device sends nothing any more',
    advice: 'Please check whether the device is in its place, charged and connected',
  },
  LOW_BATTERY: {
    title: 'A battery is almost empty',
    ofPatient: 'has a device whose battery is almost empty',
    ofPlace: 'the battery of a device is almost empty',
    advice: 'Please charge it',
  },
  BED_EXIT: {
    title: 'Somebody has left their bed',
    ofPatient: 'has left their bed and not come back',
    ofPlace: 'somebody has left a bed and not come back',
    advice: 'Please check on them',
  },
  WANDERING: {
    title: 'A door was opened',
    ofPatient: 'may be leaving: a door was opened',
    ofPlace: 'a door was opened',
    advice: 'Please look who it was',
  },
  INACTIVITY: {
    title: 'No sign of life',
    ofPatient: 'has given no sign of life for hours',
    ofPlace: 'there was no sign of life for hours',
    advice: 'Please check on them',
  },
  STAFF_ASSIST: {
    title: 'A colleague asks for help',
    ofPatient: 'is with a colleague who asks for help',
    ofPlace: 'a colleague asks for help',
    advice: 'Please go there',
  },
  DEVICE_FAULT: {
    title: 'A device may be broken',
    ofPatient: 'has a device that keeps calling by mistake',
    ofPlace: 'a device keeps calling by mistake',
    advice: 'Please check the device. It still calls for help',
  },
}
