/** The usual interval of a device is the median of its last intervals. */
export const intervalCount = 20

/** A device was charging if its battery rose within so many minutes before its last reading. */
export const batteryHistoryMinutes = 40

/** A device that has been silent for longer was put away. */
export const maxSilenceDays = 7

/** The shortest silence without a limit of the patient: that of a device that lost its connection, as its last will says. */
export const shortestSilenceSeconds = 120
