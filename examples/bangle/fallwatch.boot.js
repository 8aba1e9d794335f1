// A Fallwatch device for the Bangle.js 2: it runs behind whatever the watch shows. It samples motion 25 times a second, keeps
// what it could not send, and speaks over Bluetooth through Gadgetbridge on a phone. README.md says how to install it.
// It is written in the JavaScript that Espruino understands.
(function () {
  const storage = require('Storage');
  /** {"url": "https://…/api", "key": "fwk_…", "device": "AA:BB:CC:DD:EE:FF"} */
  const settings = storage.readJSON('fallwatch.json', 1);
  if (!settings || !settings.url || !settings.key || !settings.device) return;

  const hz = 25;
  const liveSeconds = 10; // a reading has 256 rows at most
  const batchSeconds = 10; // few, because a message over Bluetooth has to fit into the memory of the watch
  const segmentSeconds = 300; // in a file: a file is deleted as a whole
  const mostSegments = 12; // an hour of motion, in about 800 kB
  const mostRefusals = 3; // of motion that the service does not want
  const longestWait = 16; // seconds
  const waitForPeople = 600; // seconds, until it asks again after a key was revoked
  const unit = 200; // numbers of two bytes, in 1/200 m/s²
  const g = 2 * 9.80665; // the watch scales what it measures for ±4 g, and measures ±8 g here

  const rows = new Int16Array(3 * hz);
  let count = 0; // of rows in this second
  let uptime = 0; // milliseconds, by the sensor: the clock of the watch jumps when the phone sets it
  let live = []; // seconds that were not sent yet, the oldest first
  let batch = []; // seconds of a file that are being sent
  let reader; // of the oldest file
  let writer; // of the newest one
  const calls = storage.readJSON('fallwatch.calls.json', 1) || [];
  let isBusy = false;
  const isEarly = { live: false, batch: false }; // a second after the last one has not passed
  let wait = 0; // seconds
  let failures = 0;
  let refusals = 0;
  let state = 'starting';
  let hasFallen = false;

  const files = storage.list(/^fw\.q\d+$/, { sf: true }).sort();
  const place = storage.readJSON('fw.place.json', 1);

  // ±8 g at 25 Hz, low-pass filtered at the half of it
  Bangle.accelWr(0x18, 0b01110100);
  Bangle.accelWr(0x1b, 0x01 | 0x40);
  Bangle.accelWr(0x18, 0b11110100);
  Bangle.setPollInterval(1000 / hz);

  Bangle.on('accel', function (a) {
    const i = 3 * count;
    rows[i] = Math.round(a.x * g * unit);
    rows[i + 1] = Math.round(a.y * g * unit);
    rows[i + 2] = Math.round(a.z * g * unit);
    uptime += 1000 / hz;
    count++;
    if (count === hz) endSecond();
  });

  function endSecond() {
    count = 0;
    live.push({ t: Date.now(), u: uptime, s: btoa(new Uint8Array(rows.buffer)) });
    if (live.length > liveSeconds) keep(live.shift());
    if (wait > 0) wait--;
    send();
  }

  // What could not be sent: one line for each second, in a few files of which the oldest is dropped.

  function fileName(number) {
    return 'fw.q' + ('00000' + number).slice(-6);
  }

  function keep(second) {
    if (!writer || writer.lines >= segmentSeconds) {
      const last = files.length > 0 ? files[files.length - 1] : 'fw.q0';
      const name = fileName(Number(last.slice(4)) + 1);
      files.push(name);
      writer = { name: name, file: storage.open(name, 'a'), lines: 0 };
      while (files.length > mostSegments) drop(files[0]);
    }
    try {
      writer.file.write(JSON.stringify(second) + '\n');
      writer.lines++;
    } catch (_e) {
      // The memory is full: what is newest counts most.
      writer = undefined;
      if (files.length > 0) drop(files[0]);
    }
  }

  function drop(name) {
    storage.open(name, 'r').erase();
    files.splice(files.indexOf(name), 1);
    if (writer && writer.name === name) writer = undefined;
    if (reader && reader.name === name) reader = undefined;
  }

  /** Reads the next seconds of the oldest file; false if nothing is kept. */
  function readBatch() {
    while (batch.length === 0) {
      if (!reader) {
        if (files.length === 0) return false;
        // Nothing is added to a file that is read.
        if (writer && writer.name === files[0]) writer = undefined;
        reader = { name: files[0], file: storage.open(files[0], 'r'), sent: 0 };
        // After a restart it continues where it was; what is sent again is stored once.
        if (place && place.name === files[0]) while (reader.sent < place.sent) skipLine();
      }
      let line = '';
      while (batch.length < batchSeconds && line !== undefined) {
        line = reader.file.readLine();
        try {
          if (line !== undefined) batch.push(JSON.parse(line));
        } catch (_e) {
          // The battery was empty in the middle of a line.
        }
      }
      if (batch.length === 0) drop(reader.name);
    }
    return true;
  }

  function skipLine() {
    reader.sent = reader.file.readLine() === undefined ? place.sent : reader.sent + 1;
  }

  // Before another app is loaded, nothing stays in memory.
  E.on('kill', function () {
    live.forEach(keep);
    if (reader) storage.writeJSON('fw.place.json', { name: reader.name, sent: reader.sent });
  });

  // Readings are put together as text: as lists of lists they would need too much memory.

  /** The fields of a reading of several seconds: all rows, and the one with the largest acceleration. */
  function readingOf(seconds) {
    let text = '';
    let peak = '';
    let most = -1;
    seconds.forEach(function (second) {
      const bytes = atob(second.s);
      for (let i = 0; i < bytes.length; i += 6) {
        const xyz = [0, 2, 4].map(function (at) {
          const value = bytes.charCodeAt(i + at) | (bytes.charCodeAt(i + at + 1) << 8);
          return (value > 32767 ? value - 65536 : value) / unit;
        });
        const force = xyz[0] * xyz[0] + xyz[1] * xyz[1] + xyz[2] * xyz[2];
        if (force > most) {
          most = force;
          peak = '"accel_x":' + xyz[0] + ',"accel_y":' + xyz[1] + ',"accel_z":' + xyz[2];
        }
        text += (text ? ',' : '') + '[' + xyz.join(',') + ',0,0,0]';
      }
    });
    const last = seconds[seconds.length - 1];
    return (
      peak +
      ',"gyro_x":0,"gyro_y":0,"gyro_z":0,"placement":"wrist","sample_rate_hz":' +
      hz +
      ',"uptime_ms":' +
      last.u +
      ',"samples":[' +
      text +
      ']'
    );
  }

  const device = '{"device_id":' + JSON.stringify(settings.device) + ',';

  function callJob() {
    const call = calls[0];
    const body = { device_id: settings.device, event: 'sos', event_id: call.id };
    // Only one that comes late says when it was: the clock of a watch may be ahead, and is not trusted twice.
    if (!call.isRefused && Date.now() - call.t > 60000) body.at = new Date(call.t).toISOString();
    return {
      path: '/device/events',
      body: JSON.stringify(body),
      done: function () {
        calls.shift();
        storage.writeJSON('fallwatch.calls.json', calls);
        Bangle.buzz(800);
        changed();
      },
      refused: function () {
        call.isRefused = true;
      },
    };
  }

  function liveJob() {
    const seconds = live;
    live = [];
    return {
      path: '/device/sensor-stream',
      body: device + '"battery_level":' + E.getBattery() + ',' + readingOf(seconds) + '}',
      done: function (data) {
        if (data.fallDetected && !hasFallen) Bangle.buzz(2000);
        if (hasFallen !== data.fallDetected) {
          hasFallen = data.fallDetected;
          changed();
        }
        pause('live');
      },
      refused: dropAfterSome(function () {
        // Again with the next ones, unless they are refused again and again.
        live = seconds.concat(live);
        while (live.length > liveSeconds) keep(live.shift());
      }),
      failed: function () {
        live = seconds.concat(live);
        while (live.length > liveSeconds) keep(live.shift());
      },
    };
  }

  function batchJob() {
    const readings = batch.map(function (second) {
      return '{"client_timestamp":"' + new Date(second.t).toISOString() + '",' + readingOf([second]) + '}';
    });
    function next() {
      reader.sent += batch.length;
      batch = [];
      pause('batch');
    }
    return {
      path: '/device/sensor-stream/batch',
      body: device + '"readings":[' + readings.join(',') + ']}',
      done: next,
      refused: dropAfterSome(function () {}, next),
    };
  }

  /** The service takes one live reading and one batch a second. */
  function pause(what) {
    isEarly[what] = true;
    setTimeout(function () {
      isEarly[what] = false;
      send();
    }, 1000);
  }

  /** Gadgetbridge does not say why the service refused: too early, or wrong. What stays wrong must not hold up the rest. */
  function dropAfterSome(again, dropped) {
    return function () {
      refusals++;
      if (refusals < mostRefusals) return again();
      refusals = 0;
      if (dropped) dropped();
    };
  }

  /** A call comes before everything else, and what is happening now before what was kept. */
  function nextJob() {
    if (calls.length > 0) return callJob();
    if (live.length > 0 && !isEarly.live) return liveJob();
    if (!isEarly.batch && readBatch()) return batchJob();
  }

  function send() {
    if (isBusy || wait > 0) return;
    if (!NRF.getSecurityStatus().connected || !Bangle.http) return become('no phone');
    const job = nextJob();
    if (!job) return;
    isBusy = true;
    Bangle.http(settings.url + job.path, {
      method: 'post',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + settings.key },
      body: job.body,
      timeout: 15000,
    })
      .then(function (answer) {
        // A network that wants a login answers with a page of its own.
        const said = JSON.parse(answer.resp);
        if (!said.success) throw 'no answer of Fallwatch';
        isBusy = false;
        failures = 0;
        refusals = 0;
        become('connected');
        job.done(said.data);
        send();
      })
      .catch(function (error) {
        isBusy = false;
        fail(job, String(error));
      });
  }

  function fail(job, error) {
    if (error.indexOf('AuthFailureError') >= 0) {
      if (job.failed) job.failed();
      // A call is tried again soon: somebody may be putting it right.
      wait = calls.length > 0 ? longestWait : waitForPeople;
      return become('key refused');
    }
    if (error.indexOf('ClientError') >= 0) {
      wait = 2;
      return job.refused();
    }
    if (job.failed) job.failed();
    // A call waits no longer than a few seconds.
    wait = Math.min(Math.pow(2, failures), calls.length > 0 ? 4 : longestWait);
    failures++;
    become('no service');
  }

  function become(next) {
    if (state === next) return;
    state = next;
    changed();
  }

  function changed() {
    if (Fallwatch.onchange) Fallwatch.onchange();
  }

  // For apps: the one beside this file shows it and calls when the button is pressed.
  global.Fallwatch = {
    sos: function () {
      calls.push({ id: Math.random().toString(36).slice(2) + Date.now(), t: Date.now() });
      storage.writeJSON('fallwatch.calls.json', calls);
      wait = 0;
      send();
    },
    state: function () {
      return { line: state, calls: calls.length, hasFallen: hasFallen, kept: files.length > 0 };
    },
    onchange: undefined,
  };
})();
