// A Fallwatch device: an ESP32 with an MPU6050 on its I2C pins. It samples motion 50 times a second, sends
// it once a second, keeps two minutes of it while offline and sends them later as batches.
//
// Arduino IDE: board package "esp32" by Espressif (2.0.x or 3.x), library "Adafruit MPU6050" with its dependencies.
// docs/connect-a-device.md describes the requests and responses.

#include <Adafruit_MPU6050.h>
#include <Adafruit_Sensor.h>
#include <HTTPClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <Wire.h>
#include <atomic>
#include <esp_timer.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

// ---- Fill these in -------------------------------------------------------------------------------------------------

const char *wifiName = "your network";
const char *wifiPassword = "its password";
const char *api = "https://care.example.org/api";  // or http://192.168.1.20:3000/api for a first try at home
const char *deviceKey = "fwk_...";
const char *firmware = "1.0.0";

// The root certificate that the service's certificate leads to. Plain http needs none.
const char *rootCertificate = R"PEM(
-----BEGIN CERTIFICATE-----
...
-----END CERTIFICATE-----
)PEM";

// ---- What is kept --------------------------------------------------------------------------------------------------

constexpr uint32_t rateHz = 50;
constexpr uint32_t rowMs = 1000 / rateHz;
constexpr uint32_t keptRows = 120 * rateHz;      // two minutes: 72 kB
constexpr uint32_t mostLiveRows = 5 * rateHz;    // the service takes 256 rows in a reading
constexpr uint32_t mostBatchRows = 10 * rateHz;  // ten readings, about 25 kB of JSON
constexpr int64_t longestWaitMs = 600000;        // ten minutes; nextAt can hold 24 days ahead and no more

struct Row {
  int16_t accel[3];  // 0.01 m/s²
  int16_t gyro[3];   // 0.1 °/s
};

struct Answer {
  int status;           // below 0 if there was no response
  uint32_t retryAfter;  // milliseconds; 0 if the response has none
  String text;
};

Row rows[keptRows];                 // row n lies at n % keptRows
std::atomic<uint32_t> taken{0};     // rows taken so far
uint32_t handled = 0;               // rows that were sent or dropped
int64_t firstRowAt = 0;             // uptime of row 0, in milliseconds
int64_t bootedAt = 0;               // Unix time of the boot in milliseconds; 0 while the time is not known

uint32_t nextAt = 0;                // millis() from which we may send
uint32_t failures = 0;              // in a row

Adafruit_MPU6050 mpu;
WiFiClient plainClient;
WiFiClientSecure secureClient;
HTTPClient http;

int64_t uptimeMs() { return esp_timer_get_time() / 1000; }  // 64 bits: millis() wraps after 49 days

int64_t uptimeOf(uint32_t row) { return firstRowAt + (int64_t)row * rowMs; }

// ---- Sampling: a task of its own, because a request can take seconds -----------------------------------------------

void sampleForever(void *) {
  TickType_t wake = xTaskGetTickCount();
  for (;;) {
    sensors_event_t accel, gyro, temperature;
    mpu.getEvent(&accel, &gyro, &temperature);
    const float force[3] = {accel.acceleration.x, accel.acceleration.y, accel.acceleration.z};
    const float spin[3] = {gyro.gyro.x, gyro.gyro.y, gyro.gyro.z};  // rad/s
    Row &row = rows[taken % keptRows];
    for (int i = 0; i < 3; i++) {
      row.accel[i] = (int16_t)lroundf(force[i] * 100);
      row.gyro[i] = (int16_t)lroundf(spin[i] * RAD_TO_DEG * 10);
    }
    taken++;
    vTaskDelayUntil(&wake, pdMS_TO_TICKS(rowMs));
  }
}

// ---- Writing JSON --------------------------------------------------------------------------------------------------

void add(String &body, const char *format, ...) {
  char text[160];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  body += text;
}

const Row &rowAt(uint32_t n) { return rows[n % keptRows]; }

uint32_t hardestRow(uint32_t from, uint32_t end) {
  uint32_t hardest = from;
  int64_t most = -1;
  for (uint32_t n = from; n != end; n++) {
    int64_t size = 0;
    for (int i = 0; i < 3; i++) size += (int64_t)rowAt(n).accel[i] * rowAt(n).accel[i];
    if (size > most) {
      most = size;
      hardest = n;
    }
  }
  return hardest;
}

// The fields that a reading has alone and in a batch. Add what else your device measures here: heart_rate, spo2,
// battery_level, pressure. Leave out what it does not measure.
void addReading(String &body, uint32_t from, uint32_t end) {
  const Row &peak = rowAt(hardestRow(from, end));
  add(body, "\"uptime_ms\":%lld,\"sensors_initialized\":true,\"firmware_version\":\"%s\",", (long long)uptimeOf(end - 1),
      firmware);
  const char axes[3] = {'x', 'y', 'z'};
  for (int i = 0; i < 3; i++) {
    add(body, "\"accel_%c\":%.2f,\"gyro_%c\":%.1f,", axes[i], peak.accel[i] / 100.0, axes[i], peak.gyro[i] / 10.0);
  }
  add(body, "\"sample_rate_hz\":%u,\"samples\":", (unsigned)rateHz);
  for (uint32_t n = from; n != end; n++) {
    const Row &row = rowAt(n);
    add(body, "%c[%.2f,%.2f,%.2f,%.1f,%.1f,%.1f]", n == from ? '[' : ',', row.accel[0] / 100.0, row.accel[1] / 100.0,
        row.accel[2] / 100.0, row.gyro[0] / 10.0, row.gyro[1] / 10.0, row.gyro[2] / 10.0);
  }
  body += "]";
}

void addTimestamp(String &body, int64_t unixMs) {
  const time_t seconds = unixMs / 1000;
  struct tm parts;
  char text[32];
  gmtime_r(&seconds, &parts);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  add(body, "\"client_timestamp\":\"%s.%03dZ\"", text, (int)(unixMs % 1000));
}

String liveBody(uint32_t from, uint32_t end) {
  String body;
  body.reserve(400 + (end - from) * 48);
  add(body, "{\"device_id\":\"%s\",\"wifi_connected\":true,", WiFi.macAddress().c_str());
  const int signal = WiFi.RSSI();
  if (signal < 0) add(body, "\"signal_strength\":%d,", signal);
  addReading(body, from, end);
  body += "}";
  return body;
}

String batchBody(uint32_t from, uint32_t end) {
  String body;
  body.reserve(400 + (end - from) * 56);
  add(body, "{\"device_id\":\"%s\",\"readings\":", WiFi.macAddress().c_str());
  for (uint32_t n = from; n != end; n += rateHz) {
    body += n == from ? "[{" : ",{";
    addTimestamp(body, bootedAt + uptimeOf(n + rateHz - 1));
    body += ",";
    addReading(body, n, n + rateHz);
    body += "}";
  }
  body += "]}";
  return body;
}

// ---- Sending -------------------------------------------------------------------------------------------------------

// The requested wait in milliseconds: 0 if it is not a positive number (Retry-After may also be a date).
uint32_t waitOf(const String &number, int64_t unitMs) {
  const int64_t asked = strtoll(number.c_str(), nullptr, 10);
  if (asked <= 0) return 0;
  return asked > longestWaitMs / unitMs ? longestWaitMs : asked * unitMs;
}

Answer post(const char *path, String &body) {
  Answer answer = {-1, 0, ""};
  WiFiClient &client = String(api).startsWith("https") ? static_cast<WiFiClient &>(secureClient) : plainClient;
  if (!http.begin(client, String(api) + path)) return answer;
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Authorization", String("Bearer ") + deviceKey);
  answer.status = http.POST((uint8_t *)body.c_str(), body.length());
  if (answer.status > 0) {
    // Read to its end, or the connection cannot be used again.
    answer.text = http.getString();
    const int at = answer.text.indexOf("\"retryAfter\":");
    if (at >= 0) answer.retryAfter = waitOf(answer.text.substring(at + 13), 1);
    else answer.retryAfter = waitOf(http.header("Retry-After"), 1000);
  }
  http.end();
  return answer;
}

// Known once the network's time has come. Looked at only while nothing waits: a batch that is sent again must carry
// the times of the first attempt, by which the service recognizes that it has it already.
void learnTime() {
  struct timeval now;
  gettimeofday(&now, nullptr);
  if (now.tv_sec > 1700000000) bootedAt = now.tv_sec * 1000LL + now.tv_usec / 1000 - uptimeMs();
}

void sendWhatWaits() {
  const uint32_t now = taken;
  // After a long time offline, the oldest rows are overwritten.
  if (now - handled > keptRows - rateHz) handled = now - (keptRows - rateHz);
  // A few seconds fit into one reading. More go in batches, for which the time must be known.
  const bool live = now - handled <= mostLiveRows || bootedAt == 0;
  if (live && now - handled > mostLiveRows) handled = now - mostLiveRows;
  const uint32_t whole = (now - handled) / rateHz * rateHz;
  const uint32_t end = live ? now : handled + (whole < mostBatchRows ? whole : mostBatchRows);

  String body = live ? liveBody(handled, end) : batchBody(handled, end);
  const Answer answer = post(live ? "/device/sensor-stream" : "/device/sensor-stream/batch", body);

  // Counted from the response, not from the request: the service counts its second from the arrival of the request.
  uint32_t wait = 1000;
  switch (answer.status) {
    case 200:
      handled = end;
      failures = 0;
      if (live) learnTime();
      break;
    case 400:
    case 413:
      // It would be refused again.
      Serial.printf("Refused for good (%d): %s\n", answer.status, answer.text.c_str());
      handled = end;
      break;
    case 401:
    case 403:
    case 409:
      // The key is revoked, the device is disabled or belongs to somebody else, or there are too many: a person must act.
      Serial.printf("Not allowed (%d): %s\n", answer.status, answer.text.c_str());
      wait = longestWaitMs;
      break;
    case 429:
      wait = answer.retryAfter > 0 ? answer.retryAfter : 1000;
      break;
    default:
      // Offline or overloaded. Wait longer each time, up to 16 seconds, and not in step with other devices.
      wait = 1000u << (failures < 4 ? failures : 4);
      if (wait < answer.retryAfter) wait = answer.retryAfter;
      wait += random(wait / 4 + 1);
      failures++;
      Serial.printf("Not delivered (%d), next attempt in %u ms\n", answer.status, (unsigned)wait);
  }
  nextAt = millis() + wait;
}

// ---- Arduino's two -------------------------------------------------------------------------------------------------

void setup() {
  Serial.begin(115200);
  while (!mpu.begin()) {
    Serial.println("There is no MPU6050 at 0x68");
    delay(5000);
  }
  // A fall exceeds 8 g; nothing above 25 Hz survives 50 samples a second.
  mpu.setAccelerometerRange(MPU6050_RANGE_16_G);
  mpu.setGyroRange(MPU6050_RANGE_2000_DEG);
  mpu.setFilterBandwidth(MPU6050_BAND_21_HZ);

  WiFi.mode(WIFI_STA);
  WiFi.setAutoReconnect(true);
  WiFi.begin(wifiName, wifiPassword);
  configTime(0, 0, "pool.ntp.org");

  secureClient.setCACert(rootCertificate);
  secureClient.setHandshakeTimeout(10);
  http.setReuse(true);
  http.setConnectTimeout(5000);
  http.setTimeout(5000);
  static const char *wanted[] = {"Retry-After"};
  http.collectHeaders(wanted, 1);

  firstRowAt = uptimeMs();
  // Above the loop's priority of 1.
  xTaskCreate(sampleForever, "sample", 4096, nullptr, 5, nullptr);
}

void loop() {
  const bool isTime = (int32_t)(millis() - nextAt) >= 0;
  if (isTime && taken != handled && WiFi.status() == WL_CONNECTED) sendWhatWaits();
  delay(10);
}
