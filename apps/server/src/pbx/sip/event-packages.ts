import type { LampCall } from '../lamps.ts';
import type { WaitingMessages } from '../ports.ts';
import type { Leg } from './dialogs/leg.ts';

/** What phones may subscribe to; each makes the body of a NOTIFY. */
export type EventPackage = 'dialog' | 'message-summary' | 'as-feature-event';

export const eventPackages: readonly EventPackage[] = ['dialog', 'message-summary', 'as-feature-event'];

export interface NotifyBody {
  readonly type: string;
  readonly text: string;
}

/** A call as dialog-info (RFC 4235) tells of it; nothing of whom it is with. */
export interface ShownDialog {
  readonly id: string;
  readonly callId: string;
  readonly direction: 'initiator' | 'recipient';
  readonly state: 'early' | 'confirmed' | 'terminated';
  /** Whether an INVITE with Replaces may name it, for which its tags are told. */
  readonly isNamed?: true;
}

/** RFC 3842 §3.5: how many messages wait, and whom a phone calls to hear them; nothing here is urgent. */
export function messageSummary(account: string, { fresh, heard }: WaitingMessages): NotifyBody {
  const lines = [
    `Messages-Waiting: ${fresh > 0 ? 'yes' : 'no'}`,
    `Message-Account: ${account}`,
    `Voice-Message: ${fresh}/${heard} (0/0)`,
    '',
  ];
  return { type: 'application/simple-message-summary', text: lines.join('\r\n') };
}

/**
 * What is told of calls (RFC 4235 §4). `version` counts the NOTIFYs of the subscription from 0 on; `partial` has what
 * changed alone.
 */
export function dialogInfo(
  entity: string,
  dialogs: readonly ShownDialog[],
  version: number,
  state: 'full' | 'partial' = 'full',
): NotifyBody {
  const head = `<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${version}" state="${state}" entity="${escaped(entity)}">`;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    head,
    ...dialogs.map(dialogElement),
    '</dialog-info>',
    '',
  ].join('\r\n');
  return { type: 'application/dialog-info+xml', text };
}

const dialogElement = ({ id, callId, direction, state, isNamed }: ShownDialog): string => {
  const tags = isNamed ? ' local-tag="lamp" remote-tag="lamp"' : '';
  return (
    `<dialog id="${escaped(id)}" call-id="${escaped(callId)}"${tags} direction="${direction}">` +
    `<state>${state}</state></dialog>`
  );
};

/** A leg of a phone's own user as the phone sees it: what we began, it received (RFC 4235 §4.1.2). */
export const dialogOfLeg = ({
  legId,
  sipCallId,
  begunBy,
  isEarly,
}: Pick<Leg, 'legId' | 'sipCallId' | 'begunBy' | 'isEarly'>): ShownDialog => ({
  id: legId,
  callId: sipCallId,
  direction: begunBy === 'us' ? 'recipient' : 'initiator',
  state: isEarly ? 'early' : 'confirmed',
});

const lampCallIdBegin = 'lamp-';

/** A call that a lamp shows, by a Call-ID that is no leg's: an INVITE may name it in Replaces to take it over. */
export const dialogOfLamp = ({ callId, direction, state }: LampCall): ShownDialog => ({
  id: callId,
  callId: `${lampCallIdBegin}${callId}`,
  direction,
  state,
  isNamed: true,
});

/** The call that a Call-ID of a lamp names; undefined for any other Call-ID. */
export const callOfLamp = (callId: string): string | undefined =>
  callId.startsWith(lampCallIdBegin) ? callId.slice(lampCallIdBegin.length) : undefined;

/** Text within an element or attribute of XML. */
export const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
