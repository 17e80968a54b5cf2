/** The browser that simulated people use; `CHROMIUM` names another. */
export const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The same engine without windows, which needs a third of the processor time; `CHROMIUM` names what replaces both. */
export const headlessShellPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';

/** Flags with which Chromium runs in a container, plays without being clicked, and does nothing unasked. */
export const quietFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Nobody is asked for the microphone. */
export const microphoneAllowed = '--use-fake-ui-for-media-stream';

/** A microphone that plays a WAV file in a loop, or beeps. */
export const microphoneFlags = (wav?: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  ...(wav === undefined ? [] : [`--use-file-for-fake-audio-capture=${wav}`]),
];
