// A Fallwatch device that decides alone: an ESP32 with an MPU6050 on its I2C pins. It screens its motion 50 times a
// second, sends the 13 seconds around each impact that may be a fall, and a heartbeat. All other motion stays here.
//
// Arduino IDE: board package "esp32" by Espressif (2.0.x or 3.x), library "Adafruit MPU6050" with its dependencies. Copy
// the *.c and *.h files of examples/on-device beside this file, and write fall_trees.h there:
//   npm run export-model -- --out examples/esp32-impacts/fall_trees.h
// docs/impact-events.md describes the requests and responses.

#include <Adafruit_MPU6050.h>
#include <Adafruit_Sensor.h>
#include <HTTPClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <Wire.h>
#include <atomic>
#include <sys/time.h>
#include <time.h>

extern "C" {
#include "impact_event.h"
}

// ---- Fill these in -------------------------------------------------------------------------------------------------

const char *wifiName = "your network";
const char *wifiPassword = "its password";
const char *api = "https://care.example.org/api";  // or http://192.168.1.20:3000/api for a first try at home
const char *deviceKey = "fwk_...";

// The root certificate that the service's certificate leads to. Plain http needs none.
const char *rootCertificate = R"PEM(
-----BEGIN CERTIFICATE-----
...
-----END CERTIFICATE-----
)PEM";

// Tell the service as well: expectedEverySeconds of the device. It is silent after twice this time.
constexpr uint32_t heartbeatMs = 15 * 60 * 1000;

// ---- What is kept --------------------------------------------------------------------------------------------------

constexpr uint32_t rateHz = 50;
constexpr uint32_t keptRows = 60 * rateHz;  // a minute, in which a request may hang
constexpr int mostWaiting = 6;              // of about 10 kB each

int16_t rows[keptRows][3];        // 0.01 m/s²; row n lies at n % keptRows
std::atomic<uint32_t> taken{0};   // rows taken so far
uint32_t screened = 0;            // rows that were screened or dropped

fall_screen screen;
bool isWorthSending = false;

String waiting[mostWaiting];      // the bodies of events, oldest first
int waitingCount = 0;
uint32_t heardAt = 0;             // millis() of the last response
uint32_t nextAt = 0;              // millis() from which we may send
uint32_t failures = 0;            // in a row

Adafruit_MPU6050 mpu;
WiFiClient plainClient;
WiFiClientSecure secureClient;
HTTPClient http;

// ---- Sampling: a task of its own, because a request can take seconds -----------------------------------------------

void sampleForever(void *) {
  TickType_t wake = xTaskGetTickCount();
  for (;;) {
    sensors_event_t accel, gyro, temperature;
    mpu.getEvent(&accel, &gyro, &temperature);
    int16_t *row = rows[taken % keptRows];
    row[0] = (int16_t)lroundf(accel.acceleration.x * 100);
    row[1] = (int16_t)lroundf(accel.acceleration.y * 100);
    row[2] = (int16_t)lroundf(accel.acceleration.z * 100);
    taken++;
    vTaskDelayUntil(&wake, pdMS_TO_TICKS(1000 / rateHz));
  }
}

// ---- Screening -----------------------------------------------------------------------------------------------------

void onScore(void *, fall_look, double score, int) {
  if (score > FALL_WORTH_SENDING) isWorthSending = true;
}

void append(void *body, const char *text) { *static_cast<String *>(body) += text; }

// When the last screened row was measured; empty while the time is not known.
String timeOfWindow() {
  struct timeval now;
  gettimeofday(&now, nullptr);
  if (now.tv_sec < 1700000000) return "";
  const time_t seconds = now.tv_sec - (taken - screened) / rateHz;
  struct tm parts;
  char text[24];
  gmtime_r(&seconds, &parts);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void dropOldest() {
  for (int i = 1; i < waitingCount; i++) waiting[i - 1] = waiting[i];
  waiting[--waitingCount] = "";
}

void keepEvent() {
  if (waitingCount == mostWaiting) dropOldest();
  String &body = waiting[waitingCount++];
  const String at = timeOfWindow();
  const char *time = at.length() > 0 ? at.c_str() : nullptr;
  const String mac = WiFi.macAddress();
  body = "";
  body.reserve(impact_event_length(&screen, mac.c_str(), time));
  write_impact_event(&screen, mac.c_str(), time, append, &body);
}

void screenSecond() {
  static float samples[rateHz * 3];
  if (taken - screened > keptRows - rateHz) {
    // Rows were overwritten: what is left does not continue what was screened.
    screened = taken - rateHz;
    fall_screen_start(&screen);
  }
  for (uint32_t i = 0; i < rateHz * 3; i++) samples[i] = rows[(screened + i / 3) % keptRows][i % 3] / 100.0f;
  screened += rateHz;
  isWorthSending = false;
  fall_screen_add(&screen, samples, rateHz, rateHz, onScore, nullptr);
  if (isWorthSending) keepEvent();
}

// ---- Sending -------------------------------------------------------------------------------------------------------

int post(String &body) {
  WiFiClient &client = String(api).startsWith("https") ? static_cast<WiFiClient &>(secureClient) : plainClient;
  if (!http.begin(client, String(api) + "/device/events")) return -1;
  http.addHeader("Content-Type", "application/json");
  http.addHeader("Authorization", String("Bearer ") + deviceKey);
  const int status = http.POST((uint8_t *)body.c_str(), body.length());
  // Read to its end, or the connection cannot be used again.
  if (status > 0) http.getString();
  http.end();
  return status;
}

void sendOne() {
  String heartbeat = "{\"event\":\"alive\",\"device_id\":\"" + WiFi.macAddress() + "\"}";
  const bool isImpact = waitingCount > 0;
  const int status = post(isImpact ? waiting[0] : heartbeat);
  uint32_t wait = 0;
  if (status == 200) {
    failures = 0;
    heardAt = millis();
  } else if (status == 401 || status == 403 || status == 409) {
    // The key is revoked, the device is disabled or belongs to somebody else, or there are too many: a person must act.
    Serial.printf("Not allowed (%d)\n", status);
    wait = 600000;
  } else if (status != 400) {
    // Offline or overloaded. Wait longer each time, up to 16 seconds, and not in step with other devices.
    wait = 1000u << (failures < 4 ? failures : 4);
    wait += random(wait / 4 + 1);
    failures++;
  }
  // What is refused for good would be refused again.
  if (isImpact && (status == 200 || status == 400)) dropOldest();
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

  fall_screen_start(&screen);
  heardAt = millis() - heartbeatMs;
  // Above the loop's priority of 1.
  xTaskCreate(sampleForever, "sample", 4096, nullptr, 5, nullptr);
}

void loop() {
  while (taken - screened >= rateHz) screenSecond();
  const bool isDue = waitingCount > 0 || millis() - heardAt >= heartbeatMs;
  if (isDue && (int32_t)(millis() - nextAt) >= 0 && WiFi.status() == WL_CONNECTED) sendOne();
  delay(10);
}
