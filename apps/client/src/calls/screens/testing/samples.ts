import { noRecording } from '../../core/recording.ts';
import type { CallActions } from '../keys/Pad.tsx';
import type { Person } from '../person.ts';
import type { HeaderCall, Running } from '../running.ts';

function somebody(name: string, organization: string | null, number: string | null = null): Person {
  return { name, known: true, organization, number, anonymous: false, square: false, imageUrl: null };
}

export const people = {
  ulrike: somebody('Dr. Ulrike Sommerfeld', 'Rheinwerk Dental AG'),
  leonie: somebody('Leonie Marx', 'Disposition'),
  amadou: somebody('Amadou Keïta', 'Sahel Import-Export · Managing director', '+49 30 23125 410'),
  hannes: somebody('Hannes Haverkamp', 'Tischlerei Haverkamp', '+49 69 90009 336'),
  svenja: somebody('Svenja Kolbe', 'Hafenwerk GmbH'),
  henrik: somebody('Henrik Dahlgaard', 'Nordlys Møbler'),
  paulina: somebody('Paulina Wrona', 'Baltica Papier'),
  ingrid: somebody('Ingrid Thalbach', 'Stadtwerke Ahrenshoop'),
  tarek: somebody('Tarek Yıldız', 'Driver lead'),
  number: { ...somebody('+49 30 23125 999', null), known: false },
  anonymous: { ...somebody('Anonymous', null), known: false, anonymous: true },
} satisfies Record<string, Person>;

/** A call that began this many seconds ago. */
export function since(seconds: number): number {
  return Date.now() - seconds * 1000;
}

export function header(person: Person, more: Partial<HeaderCall> = {}): HeaderCall {
  return { id: person.name, person, stage: 'talking', establishedAt: since(251), held: false, ended: null, ...more };
}

/** A call in which both can be heard, with the fields of a story. */
export function running(more: Partial<Running> = {}): Running {
  return {
    lead: header(people.ulrike),
    other: null,
    firstId: people.ulrike.name,
    transfer: more.other != null,
    conference: false,
    channel: null,
    heldHear: 'music',
    ownNumber: '+49 40 66969 41',
    muted: false,
    typed: '',
    recording: noRecording,
    quality: { bars: 4, cause: null },
    elsewhere: false,
    ...more,
  };
}

/** A recording that has run for 72 seconds. */
export const recorded = {
  asking: { state: 'asking', startedAt: null, recordedMs: 0 },
  starting: { state: 'starting', startedAt: null, recordedMs: 0 },
  running: { state: 'recording', startedAt: since(72), recordedMs: 0 },
  saving: { state: 'saving', startedAt: null, recordedMs: 72_000 },
  stopped: { state: 'stopped', startedAt: null, recordedMs: 72_000 },
} satisfies Record<string, Running['recording']>;

/** The second call of a warm transfer, on hold. */
export const heldLeonie = header(people.leonie, { held: true });

const nothing = () => {};

export const noActions: CallActions = {
  onMute: nothing,
  onKeypad: nothing,
  onRecord: nothing,
  onAdd: nothing,
  onHold: nothing,
  onSwitch: nothing,
  onConference: nothing,
  onJoin: nothing,
  onHangUp: nothing,
  onCancelTransfer: nothing,
  onTone: nothing,
};

/** Two simulated voices that take turns. */
export function pretendedLevels(): { you: number; them: number } {
  const at = Date.now() / 100;
  const loud = 0.25 + 0.75 * Math.abs(Math.sin(at * 2.1) * Math.sin(at * 0.7));
  return Math.floor(at / 9) % 2 === 0 ? { you: loud, them: 0.03 } : { you: 0.03, them: loud };
}
