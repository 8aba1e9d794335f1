export interface PlannedDevice {
  userId: string
  macAddress: string | undefined
  name: string | undefined
  replaced: boolean
}

/** Finds devices by owner and by address: a search through all of them for each line took most of an import. */
export type DeviceIndex = ReturnType<typeof createDeviceIndex>

export function createDeviceIndex(devices: readonly PlannedDevice[]) {
  const byOwner = new Map<string, PlannedDevice[]>()
  const byMac = new Map<string, PlannedDevice>()
  for (const device of devices) add(device)
  return {
    add,
    ofOwner: (userId: string): readonly PlannedDevice[] => byOwner.get(userId) ?? [],
    withMac: (macAddress: string) => byMac.get(macAddress),
  }

  function add(device: PlannedDevice): void {
    const { userId, macAddress } = device
    const owned = byOwner.get(userId)
    if (owned) owned.push(device)
    else byOwner.set(userId, [device])
    if (macAddress && !byMac.has(macAddress)) byMac.set(macAddress, device)
  }
}
