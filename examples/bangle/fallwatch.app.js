// A clock for the Bangle.js 2 whose button calls for help. fallwatch.boot.js does everything else.
(function () {
  let wasPressed = false;

  const lines = {
    starting: 'Starting',
    connected: 'Connected',
    'no phone': 'No phone: Bluetooth',
    'no service': 'No service: internet',
    'key refused': 'Key refused',
  };

  function help(state) {
    if (state.calls > 0) return state.line === 'connected' ? 'Calling…' : 'NOT CALLED YET';
    if (wasPressed) return 'Help was called';
    return state.hasFallen ? 'Fall noticed' : 'Button: help';
  }

  function draw() {
    const state = global.Fallwatch ? Fallwatch.state() : { line: 'no settings', calls: 0 };
    const now = new Date();
    const time = ('0' + now.getHours()).slice(-2) + ':' + ('0' + now.getMinutes()).slice(-2);
    g.clear();
    g.setFontAlign(0, 0);
    g.setFont('Vector', 56).drawString(time, 88, 50);
    g.setFont('Vector', 22).drawString(help(state), 88, 108);
    g.setFont('Vector', 16).drawString(lines[state.line] || state.line, 88, 148);
  }

  function press() {
    if (!global.Fallwatch) return;
    wasPressed = true;
    Bangle.buzz(200);
    Fallwatch.sos();
    draw();
  }

  if (global.Fallwatch) Fallwatch.onchange = draw;
  Bangle.CLOCK = 1;
  setWatch(press, BTN1, { repeat: true, edge: 'rising', debounce: 50 });
  Bangle.setUI({
    mode: 'custom',
    swipe: function () {
      Bangle.showLauncher();
    },
  });
  setInterval(draw, 10000);
  draw();
})();
