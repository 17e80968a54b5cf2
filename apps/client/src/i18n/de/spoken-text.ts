import type { spokenText as english } from '../en/spoken-text.ts';
import type { Shape } from '../shape.ts';

export const spokenText: Shape<typeof english> = {
  text: 'Text',
  help: 'Höchstens {{longest}} Zeichen, noch {{left}}.',
  language: 'Sprache',
  languages: { de: 'Deutsch', en: 'Englisch' },
  speak: 'Vorlesen lassen',
  again: 'Noch einmal vorlesen lassen',
  speaking: 'Der Text wird vorgelesen …',
  cancel: 'Abbrechen',
  missing: 'Gib einen Text ein.',
  name: 'Vorgelesen',
  unreadable: 'Der Dienst hat keinen abspielbaren Ton geschickt. Prüfe ihn in der Verwaltung unter „KI-Dienste“.',
  tooLong: 'Das Vorlesen dauert länger, als hier möglich ist. Kürze den Text.',
  tooShort: 'Der Ton ist kürzer als eine Sekunde. Gib mehr Text ein.',
};
