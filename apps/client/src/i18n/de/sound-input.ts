import type { soundInput as english } from '../en/sound-input.ts';
import type { Shape } from '../shape.ts';

export const soundInput: Shape<typeof english> = {
  choose: 'Datei wählen',
  record: 'Aufnehmen',
  type: 'Text eingeben',
  stop: 'Stopp',
  recording: 'Aufnahme läuft',
  reading: 'Audio wird verarbeitet …',
  own: 'Deine Aufnahme',
  discard: 'Verwerfen',
  help: 'MP3, WAV, OGG oder M4A, höchstens {{minutes}} Minuten, oder nimm sie hier auf.',
  problems: {
    unreadable: 'In dieser Datei ist kein lesbarer Ton. Wähle eine MP3-, WAV-, OGG- oder M4A-Datei.',
    tooLarge: 'Die Datei ist zu groß. Wähle eine mit höchstens 120 MB.',
    tooLong: 'Der Ton ist zu lang.',
    tooShort: 'Der Ton ist kürzer als eine Sekunde.',
    missing: 'Kein Mikrofon gefunden. Schließe eins an und nimm noch einmal auf.',
    denied: 'Das Mikrofon ist blockiert. Erlaube es im Browser für diese Seite und nimm noch einmal auf.',
    insecure: 'Aufnehmen geht nur auf einer sicheren Seite (https).',
    trackless: 'Das Mikrofon funktioniert nicht. Wähle in den Einstellungen ein anderes.',
    failed: 'Das Mikrofon funktioniert nicht. Vielleicht verwendet es ein anderes Programm.',
  },
};
