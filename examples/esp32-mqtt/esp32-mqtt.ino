// A Fallwatch device that keeps one MQTT connection open: an ESP32 with an MPU6050 on its I2C pins. It samples motion 50
// times a second, publishes it once a second as CBOR, and keeps two minutes of it while offline.
//
// Arduino IDE: board package "esp32" by Espressif (3.x, for its MQTT client), library "Adafruit MPU6050" with its
// dependencies. docs/mqtt.md describes topics, acknowledgements and the payload.

#include <Adafruit_MPU6050.h>
#include <Adafruit_Sensor.h>
#include <WiFi.h>
#include <Wire.h>
#include <atomic>
#include <esp_timer.h>
#include <mqtt_client.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

// ---- Fill these in -------------------------------------------------------------------------------------------------

const char *wifiName = "your network";
const char *wifiPassword = "its password";
const char *service = "mqtts://care.example.org:8883";  // or mqtt://192.168.1.20:1883 for a first try at home
const char *deviceKey = "fwk_...";
const char *firmware = "1.0.0";

// The root certificate that the service's certificate leads to. Plain mqtt needs none.
const char *rootCertificate = R"PEM(
-----BEGIN CERTIFICATE-----
...
-----END CERTIFICATE-----
)PEM";

// ---- What is kept --------------------------------------------------------------------------------------------------

constexpr uint32_t rateHz = 50;
constexpr uint32_t rowMs = 1000 / rateHz;
constexpr uint32_t keptRows = 120 * rateHz;  // two minutes: 72 kB
constexpr uint32_t mostInBatch = 10;         // readings of a second each
constexpr uint32_t ackTimeoutMs = 30000;

struct Row {
  int16_t values[6];  // acceleration in 0.005 m/s², rotation in 1/16 °/s: as the service reads them
};

Row rows[keptRows];              // row n lies at n % keptRows
std::atomic<uint32_t> taken{0};  // rows taken so far
uint32_t handled = 0;            // rows that were stored or dropped
int64_t firstRowAt = 0;          // uptime of row 0, in milliseconds

std::atomic<bool> connected{false};
std::atomic<int> acknowledged{-1};  // the message id of the last PUBACK
int published = -1;                 // the message id that waits for one
uint32_t publishedAt = 0;           // millis()
uint32_t publishedEnd = 0;          // the rows that it has end here

Adafruit_MPU6050 mpu;
esp_mqtt_client_handle_t client;
String mac, readingsTopic, batchesTopic, statusTopic;

int64_t uptimeMs() { return esp_timer_get_time() / 1000; }  // 64 bits: millis() wraps after 49 days

// ---- Sampling: a task of its own, because a publish can take long ---------------------------------------------------

int16_t toUnits(float value, float perUnit) {
  const float units = roundf(value / perUnit);
  return (int16_t)(units > 32767 ? 32767 : units < -32768 ? -32768 : units);
}

void sampleForever(void *) {
  TickType_t wake = xTaskGetTickCount();
  for (;;) {
    sensors_event_t accel, gyro, temperature;
    mpu.getEvent(&accel, &gyro, &temperature);
    const float force[3] = {accel.acceleration.x, accel.acceleration.y, accel.acceleration.z};
    const float spin[3] = {gyro.gyro.x, gyro.gyro.y, gyro.gyro.z};  // rad/s
    Row &row = rows[taken % keptRows];
    for (int i = 0; i < 3; i++) {
      row.values[i] = toUnits(force[i], 0.005f);
      row.values[3 + i] = toUnits(spin[i] * RAD_TO_DEG, 1 / 16.0f);
    }
    taken++;
    vTaskDelayUntil(&wake, pdMS_TO_TICKS(rowMs));
  }
}

// ---- Writing CBOR (RFC 8949): a head has a type and a number ---------------------------------------------------------

uint8_t payload[mostInBatch * 1024];
size_t length = 0;

void putHead(uint8_t type, uint64_t number) {
  const int bytes = number < 24 ? 0 : number < 0x100 ? 1 : number < 0x10000 ? 2 : number < 0x100000000 ? 4 : 8;
  const uint8_t shortOf[9] = {(uint8_t)number, 24, 25, 0, 26, 0, 0, 0, 27};
  payload[length++] = (uint8_t)(type << 5 | shortOf[bytes]);
  for (int i = bytes - 1; i >= 0; i--) payload[length++] = (uint8_t)(number >> (8 * i));
}

void putText(const char *text) {
  putHead(3, strlen(text));
  memcpy(payload + length, text, strlen(text));
  length += strlen(text);
}

void putFloat(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  payload[length++] = 0xfa;
  for (int i = 3; i >= 0; i--) payload[length++] = (uint8_t)(bits >> (8 * i));
}

const Row &rowAt(uint32_t n) { return rows[n % keptRows]; }

uint32_t hardestRow(uint32_t from, uint32_t end) {
  uint32_t hardest = from;
  int64_t most = -1;
  for (uint32_t n = from; n != end; n++) {
    int64_t size = 0;
    for (int i = 0; i < 3; i++) size += (int64_t)rowAt(n).values[i] * rowAt(n).values[i];
    if (size > most) {
      most = size;
      hardest = n;
    }
  }
  return hardest;
}

// The time of the day, if the network's time has come: the service needs it for what arrives late.
bool timestampOf(int64_t uptime, char *text, size_t size) {
  struct timeval now;
  gettimeofday(&now, nullptr);
  if (now.tv_sec < 1700000000) return false;
  const int64_t at = now.tv_sec * 1000LL + now.tv_usec / 1000 - (uptimeMs() - uptime);
  const time_t seconds = at / 1000;
  struct tm parts;
  gmtime_r(&seconds, &parts);
  const size_t written = strftime(text, size, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(text + written, size - written, ".%03dZ", (int)(at % 1000));
  return true;
}

// One second of motion. Add what else your device measures here, and to the number of fields: heart_rate, battery_level …
void putReading(uint32_t from, uint32_t end) {
  char at[40];
  const int64_t uptime = firstRowAt + (int64_t)(end - 1) * rowMs;
  const bool isTimeKnown = timestampOf(uptime, at, sizeof at);
  putHead(5, isTimeKnown ? 11 : 10);
  putText("uptime_ms");
  putHead(0, uptime);
  if (isTimeKnown) {
    putText("client_timestamp");
    putText(at);
  }
  putText("firmware_version");
  putText(firmware);
  const char *names[6] = {"accel_x", "accel_y", "accel_z", "gyro_x", "gyro_y", "gyro_z"};
  const Row &peak = rowAt(hardestRow(from, end));
  for (int i = 0; i < 6; i++) {
    putText(names[i]);
    putFloat(peak.values[i] * (i < 3 ? 0.005f : 1 / 16.0f));
  }
  putText("sample_rate_hz");
  putHead(0, rateHz);
  putText("samples");
  putHead(2, (end - from) * sizeof(Row));
  for (uint32_t n = from; n != end; n++) {
    memcpy(payload + length, &rowAt(n), sizeof(Row));  // the ESP32 is little-endian, as the format is
    length += sizeof(Row);
  }
}

// ---- Publishing ----------------------------------------------------------------------------------------------------

void onMqtt(void *, esp_event_base_t, int32_t id, void *data) {
  const auto event = (esp_mqtt_event_handle_t)data;
  if (id == MQTT_EVENT_CONNECTED) connected = true;
  if (id == MQTT_EVENT_DISCONNECTED) connected = false;
  if (id == MQTT_EVENT_PUBLISHED) acknowledged = event->msg_id;
  if (id == MQTT_EVENT_ERROR) Serial.println("MQTT: not connected; the key may be wrong");
}

// One second, or after an interruption a batch of them, and the next one after the acknowledgement, which means that it is
// stored. The client publishes again what was not acknowledged when it connects, and the service recognizes what it has.
void publishNext() {
  const uint32_t now = taken;
  if (published >= 0) {
    if (acknowledged == published) handled = publishedEnd;
    else if (millis() - publishedAt < ackTimeoutMs) return;
    published = -1;
  }
  // After a long time offline, the oldest rows are overwritten.
  if (now - handled > keptRows - rateHz) handled = now - (keptRows - rateHz);
  if (now - handled < rateHz) return;
  char unused[40];
  const bool isTimeKnown = timestampOf(0, unused, sizeof unused);
  const uint32_t waiting = (now - handled) / rateHz;
  // Batches need the time of the day; without it, only the newest second is worth sending.
  if (waiting > 1 && !isTimeKnown) handled += (waiting - 1) * rateHz;
  const uint32_t seconds = !isTimeKnown ? 1 : waiting < mostInBatch ? waiting : mostInBatch;
  const bool isBatch = seconds > 1;
  publishedEnd = handled + seconds * rateHz;
  length = 0;
  if (isBatch) {
    putHead(5, 1);
    putText("readings");
    putHead(4, seconds);
  }
  for (uint32_t n = handled; n != publishedEnd; n += rateHz) putReading(n, n + rateHz);
  const String &topic = isBatch ? batchesTopic : readingsTopic;
  published = esp_mqtt_client_publish(client, topic.c_str(), (const char *)payload, (int)length, 1, 0);
  publishedAt = millis();
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

  mac = WiFi.macAddress();
  readingsTopic = String("fallwatch/") + mac + "/readings";
  batchesTopic = String("fallwatch/") + mac + "/batches";
  statusTopic = String("fallwatch/") + mac + "/status";
  esp_mqtt_client_config_t settings = {};
  settings.broker.address.uri = service;
  if (String(service).startsWith("mqtts")) settings.broker.verification.certificate = rootCertificate;
  settings.credentials.username = mac.c_str();
  settings.credentials.authentication.password = deviceKey;
  settings.session.keepalive = 30;
  settings.session.last_will.topic = statusTopic.c_str();
  settings.session.last_will.msg = "offline";
  client = esp_mqtt_client_init(&settings);
  esp_mqtt_client_register_event(client, (esp_mqtt_event_id_t)ESP_EVENT_ANY_ID, onMqtt, nullptr);
  esp_mqtt_client_start(client);

  firstRowAt = uptimeMs();
  // Above the loop's priority of 1.
  xTaskCreate(sampleForever, "sample", 4096, nullptr, 5, nullptr);
}

void loop() {
  if (connected) publishNext();
  delay(10);
}
