import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { dialledFor } from '#contacts/contact-as-remote.ts';

/** Why a line cannot be chosen now. */
export type Obstacle =
  | 'ownNumber'
  | 'notDialable'
  /** A local number, and the company has no area code. */
  | 'noAreaCode'
  | 'noNumber'
  /** As many calls as there can be. */
  | 'callsFull'
  /** The phone is not connected. */
  | 'offline'
  /** The user lacks the permission to write contacts. */
  | 'noGrant'
  | 'needsNumber'
  | 'readonly'
  | 'teamReadonly'
  /** The contact has as many numbers as its address book allows. */
  | 'bookFull'
  | 'hasNumber'
  /** Nobody takes messages there. */
  | 'noVoicemail';

/** The subject of a line. */
type RowBody =
  /** `person` is the colleague who has that number, `channel` the shared channel. */
  | { kind: 'typed'; number: string; shown: string; person: Colleague | null; channel: ChannelRow | null }
  /** `text` becomes the name, or `number` the first number. */
  | { kind: 'create'; text: string; number: string | null }
  | { kind: 'addNumber'; number: string | null }
  /** Parks the running call, where anybody in the company can take it. */
  | { kind: 'park' }
  | { kind: 'colleague'; person: Colleague; number: string | null; more: number; open: boolean }
  | { kind: 'colleagueNumber'; person: Colleague; number: string; which: 'extension' | 'direct' }
  /** A channel that the user shares; `number` calls it. */
  | { kind: 'channel'; channel: ChannelRow; number: string | null }
  /** A number that was dialled before. */
  | { kind: 'dialled'; number: string; remote: Remote }
  | { kind: 'contact'; contact: Contact; open: boolean }
  | { kind: 'number'; contact: Contact; number: ContactNumber }
  | { kind: 'email'; contact: Contact; email: string }
  /** A contact that gets a number in E.164 form: empty while the form is to ask for it, null where it is invalid. */
  | { kind: 'target'; contact: Contact; number: string | null };

/** One line that can be chosen unless there is an obstacle. `key` is unique among all lines. */
export type ResultRow = { key: string; obstacle: Obstacle | null } & RowBody;

export type RowOf<K extends RowBody['kind']> = Extract<ResultRow, { kind: K }>;

/** The number of lines that open below a contact: its numbers and its mail address. */
export function linesBelow(contact: Contact): number {
  return contact.phoneNumbers.length + (contact.email === null ? 0 : 1);
}

/** Whether a contact has more choices than the one number that it is called on. */
export function opens(contact: Contact): boolean {
  return contact.phoneNumbers.length > 1 || contact.email !== null;
}

/** The number that choosing a line dials; null where it dials nothing. */
export function dialledBy(row: ResultRow): string | null {
  switch (row.kind) {
    case 'typed':
    case 'colleague':
    case 'colleagueNumber':
    case 'channel':
    case 'dialled':
      return row.number;
    case 'number':
      return dialledFor(row.number);
    case 'contact': {
      const [only, second] = row.contact.phoneNumbers;
      return only && !second ? dialledFor(only) : null;
    }
    case 'create':
    case 'addNumber':
    case 'park':
    case 'email':
    case 'target':
      return null;
  }
}

/** The person or contact that a line opens or closes; null where it has no lines below. */
export function ownerOf(row: ResultRow): string | null {
  switch (row.kind) {
    case 'colleague':
      return row.more > 0 ? row.person.id : null;
    case 'colleagueNumber':
      return row.person.id;
    case 'contact':
      return opens(row.contact) ? row.contact.id : null;
    case 'number':
    case 'email':
      return row.contact.id;
    default:
      return null;
  }
}

/** A line that is no person and no number. */
export const isAction = ({ kind }: ResultRow): boolean => kind === 'create' || kind === 'addNumber' || kind === 'park';
