/** An example of each kind of file, with the columns that it can have. */
export const examples = {
  people: {
    required: ['firstName', 'lastName'],
    optional: [
      ...['reference', 'role', 'email', 'phone', 'dateOfBirth', 'emergencyContact'],
      ...['site', 'ward', 'room', 'caregiverEmails', 'team', 'macAddress', 'deviceName'],
    ],
    lines: [
      'reference,firstName,lastName,role,email,dateOfBirth,site,ward,room',
      '1001,Irma,Voss,resident,,1938-02-01,Elm House,B,12',
      '1002,Otto,Lang,resident,,,Elm House,B,14',
      ',Ana,Gil,caregiver,ana@example.org,,,,',
    ],
  },
  rooms: {
    required: [],
    optional: ['reference', 'email', 'site', 'ward', 'room'],
    lines: ['reference,site,ward,room', '1001,Elm House,B,12', '1002,Elm House,B,14'],
  },
  assignments: {
    required: ['caregiverEmail'],
    optional: ['reference', 'email', 'firstName', 'lastName', 'relationship', 'priority'],
    lines: ['caregiverEmail,reference,priority', 'ana@example.org,1001,1', 'ana@example.org,1002,1'],
  },
  devices: {
    required: ['macAddress'],
    optional: ['name', 'reference', 'email', 'firstName', 'lastName'],
    lines: ['macAddress,name,reference', ',Wrist,1001', 'AA:BB:CC:DD:EE:10,Wrist,1002'],
  },
  teams: {
    required: ['team'],
    optional: ['site', 'ward', 'caregiverEmails', 'reference', 'email', 'firstName', 'lastName'],
    lines: ['team,site,ward,caregiverEmails', 'Day shift,Elm House,B,ana@example.org'],
  },
} as const

export type FileKind = keyof typeof examples
export const fileKinds = Object.keys(examples) as FileKind[]
