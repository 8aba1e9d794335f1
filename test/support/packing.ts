import type { Context } from '../../src/platform/context.ts'
import { summariseReadings } from '../../src/telemetry/ingest/vital-summaries.ts'
import { packReadings } from '../../src/telemetry/packing/pack-readings.ts'
import { ensurePartitionsOf } from '../../src/telemetry/packing/reading-partitions.ts'
import { packSamples } from '../../src/telemetry/packing/samples.ts'
import { countRows } from './readings.ts'
import type { TestService } from './service.ts'

/** Summarises and packs until nothing is due, and returns how many readings were packed. */
export async function packAll(ctx: Context): Promise<number> {
  await summariseReadings(ctx)
  let total = 0
  for (;;) {
    const packed = await packReadings(ctx, 0)
    total += packed
    if (packed === 0) return total
  }
}

export const countFresh = (service: TestService, device: number) =>
  countRows(service, 'readings where device = $1', [device])

export const countPackedRows = (service: TestService, device: number, table = 'packed_readings') =>
  countRows(service, `${table} where device = $1`, [device])

const samples = packSamples({
  rateHz: 2,
  motions: [
    { accel: [0.12, -3.4, 9.81], gyro: [1.5, -20.1, 0] },
    { accel: [0.02, -3.3, 9.7], gyro: [1.2, 33.3, 0.1] },
  ],
})

/** Stores a reading every ten seconds up to a time, whose values all differ, some without vital signs. */
export async function storeHistory(service: TestService, device: number, end: Date, count: number) {
  const times = Array.from({ length: count }, (_, i) => new Date(end.getTime() - i * 10_000))
  await ensurePartitionsOf(service.ctx.db, times)
  await service.ctx.db.query(
    `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, pressure, fsr,
                           battery, confidence, heart_rate, spo2, health_score, wifi, bluetooth, sensors_initialized,
                           samples)
     select $1, $2::timestamptz - n * interval '10 seconds', 5000 + n, n / 100.0, -n / 10.0, 9.81, n % 7, 0.5, -n,
            case when n % 5 > 0 then 1013.25 + n / 1000.0 end, n % 100 / 100.0, 100 - n / 100.0, n % 9 / 9.0,
            case when n % 3 > 0 then 60 + n % 40 end, case when n % 4 > 0 then 95 + n % 5 end, n % 100, n % 2 = 0,
            case when n % 3 > 0 then n % 6 = 1 end, true, case when n % 2 = 0 then $4::bytea end
     from generate_series(0, $3::int - 1) as n`,
    [device, end, count, samples],
  )
}
