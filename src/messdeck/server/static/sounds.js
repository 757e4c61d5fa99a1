// Sounds made on the spot, for those who want them: a card on cloth, a trick drawn in, a bell when it is my turn.
"use strict";
(() => {
  let room = null;

  // A browser lets nothing be heard before the first press.
  function enter() {
    if (!room) room = new AudioContext();
    if (room.state === "suspended") room.resume();
  }

  function fading(loud, seconds) {
    const gain = room.createGain(), now = room.currentTime;
    gain.gain.setValueAtTime(loud, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
    gain.connect(room.destination);
    return gain;
  }

  function brush(pitch, loud, seconds) {
    const noise = room.createBufferSource(), filter = room.createBiquadFilter();
    noise.buffer = room.createBuffer(1, Math.ceil(room.sampleRate * seconds), room.sampleRate);
    noise.buffer.getChannelData(0).forEach((_, i, wave) => { wave[i] = Math.random() * 2 - 1; });
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    noise.connect(filter).connect(fading(loud, seconds));
    noise.start();
  }

  function bell(pitch, loud, seconds) {
    for (const [part, share] of [[1, 1], [2.76, 0.3], [5.4, 0.1]]) {
      const tone = room.createOscillator();
      tone.frequency.value = pitch * part;
      tone.connect(fading(loud * share, seconds / part));
      tone.start();
      tone.stop(room.currentTime + seconds);
    }
  }

  const made = {
    card: () => brush(1800, 0.35, 0.07),
    trick: () => brush(700, 0.3, 0.25),
    turn: () => bell(660, 0.12, 0.9),
  };
  for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, enter);
  document.addEventListener("messdeck:heard", (event) => { if (room) made[event.detail](); });
})();
