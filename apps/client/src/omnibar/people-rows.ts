import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { Colleague } from '@sidetone/contract/entities/webuser.ts';
import { emergencyNumberOf, type NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { dialledFor, dialledForChannel } from '#contacts/contact-as-remote.ts';
import { canBeDialled } from '#contacts/contact-numbers.ts';
import { linesBelow, type Obstacle, opens, type ResultRow } from './rows.ts';

/** The obstacle to every call now, to any number. */
export type DialObstacle = Extract<Obstacle, 'callsFull' | 'offline'>;

export interface DialGround {
  readonly dialObstacle: DialObstacle | null;
  readonly ownNumbers: readonly string[];
  readonly place: NumberPlace;
}

/** A colleague, called by extension or else by number; with `open` both are below. */
export function colleagueRows(person: Colleague, open: boolean, { dialObstacle }: DialGround): ResultRow[] {
  const number = person.extension ?? person.number;
  const both = person.extension !== null && person.number !== null;
  const head: ResultRow = {
    key: person.id,
    kind: 'colleague',
    person,
    number,
    more: both ? 2 : 0,
    open: open && both,
    obstacle: number === null ? 'noNumber' : dialObstacle,
  };
  if (!head.open) return [head];
  const below = [
    { which: 'extension', number: person.extension },
    { which: 'direct', number: person.number },
  ] as const;
  return [
    head,
    ...below.flatMap(({ which, number }): ResultRow[] =>
      number === null
        ? []
        : [{ key: `${person.id} ${which}`, kind: 'colleagueNumber', person, number, which, obstacle: dialObstacle }],
    ),
  ];
}

/** A channel that the user shares, called as the company calls it. */
export function channelRow(channel: ChannelRow, { dialObstacle }: Pick<DialGround, 'dialObstacle'>): ResultRow {
  const number = dialledForChannel(channel);
  const obstacle = number === null ? 'noNumber' : dialObstacle;
  return { key: `channel ${channel.id}`, kind: 'channel', channel, number, obstacle };
}

/** A contact; with `open` its numbers and its mail address are below. */
export function contactRows(contact: Contact, open: boolean, ground: DialGround): ResultRow[] {
  const isOpen = open && opens(contact);
  const [only, second] = contact.phoneNumbers;
  const obstacleOf = (number: ContactNumber) => numberObstacle(number, contact.isTeam, ground);
  const head: ResultRow = {
    key: contact.id,
    kind: 'contact',
    contact,
    open: isOpen,
    // A line that opens others can be chosen whatever the obstacle to calls is.
    obstacle: linesBelow(contact) === 0 ? 'noNumber' : only && !second ? obstacleOf(only) : null,
  };
  if (!isOpen) return [head];
  return [
    head,
    ...contact.phoneNumbers.map(
      (number): ResultRow => ({
        key: `${contact.id} ${number.id}`,
        kind: 'number',
        contact,
        number,
        obstacle: obstacleOf(number),
      }),
    ),
    ...(contact.email === null
      ? []
      : [{ key: `${contact.id} @`, kind: 'email', contact, email: contact.email, obstacle: null } as const]),
  ];
}

/**
 * Emergency and service numbers can always be called; every other number needs its E.164 form, which an extension of
 * the team does not have.
 */
function numberObstacle(number: ContactNumber, isTeam: boolean, ground: DialGround): Obstacle | null {
  const dialled = dialledFor(number);
  if (emergencyNumberOf(dialled, ground.place) !== null) return null;
  if (!canBeDialled(number, isTeam)) return 'notDialable';
  return ground.ownNumbers.includes(dialled) ? 'ownNumber' : ground.dialObstacle;
}

/** The limits of the address book of a contact. */
export interface BookLimits {
  /** Most numbers of one contact; null for no limit. */
  readonly mostNumbers: number | null;
  readonly canUpdate: boolean;
}

interface TargetGround {
  /** In E.164 form; empty while the form is to ask for it, null where it is invalid. */
  readonly number: string | null;
  readonly mayWrite: boolean;
  /** By the id of the integration; missing where it is not known, or no longer. */
  readonly books: ReadonlyMap<string, BookLimits>;
}

/** A contact that gets a number, or why it cannot. */
export function targetRow(contact: Contact, ground: TargetGround): ResultRow {
  return { key: contact.id, kind: 'target', contact, number: ground.number, obstacle: targetObstacle(contact, ground) };
}

function targetObstacle(contact: Contact, { number, mayWrite, books }: TargetGround): Obstacle | null {
  if (!mayWrite) return 'noGrant';
  if (number === null) return 'needsNumber';
  if (contact.isTeam) return 'teamReadonly';
  const book = contact.integrationId === null ? undefined : books.get(contact.integrationId);
  if (contact.readonly || book?.canUpdate === false) return 'readonly';
  if (contact.phoneNumbers.some((each) => each.e164 === number)) return 'hasNumber';
  const most = book?.mostNumbers ?? null;
  return most !== null && contact.phoneNumbers.length >= most ? 'bookFull' : null;
}
