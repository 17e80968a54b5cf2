import type { phoneRecording as english } from '../en/phone-recording.ts';
import type { Shape } from '../shape.ts';

export const phoneRecording: Shape<typeof english> = {
  record: 'Per Telefon aufnehmen',
  dial: 'Wähle das auf einem deiner Telefone. Es gilt einmal, bis {{until}}.',
  number: 'Wählen',
  callMe: 'Ruf mich an',
  calling: 'Deine Telefone klingeln …',
  noDevice: 'Keins deiner Geräte ist erreichbar. Wähle die Nummer auf einem Telefon.',
  cancel: 'Abbrechen',
  again: 'Noch einmal',
  states: {
    waiting: 'Wartet auf den Anruf …',
    asked: 'Der Anruf ist da. Hör zu, was zu tun ist.',
    speaking: 'Aufnahme läuft. Drücke am Telefon #, wenn du fertig bist.',
    hearing: 'Am Telefon: # speichert, 1 nimmt neu auf, 2 spielt noch einmal ab.',
    kept: 'Gespeichert. Der Ton wird geholt …',
    over: 'Nichts gespeichert: Der Anruf ist beendet, oder niemand hat rechtzeitig angerufen.',
  },
  problems: {
    unreadable: 'Die Aufnahme lässt sich nicht abspielen. Nimm sie noch einmal auf.',
    tooLong: 'Die Aufnahme ist zu lang.',
    tooShort: 'Die Aufnahme ist kürzer als eine Sekunde.',
    tooLarge: 'Die Aufnahme ist zu lang.',
  },
};
