import type { WaitingMessages } from '../ports.ts';
import type { Leg } from './dialogs/leg.ts';

/** What phones may subscribe to; each makes the body of a NOTIFY. */
export type EventPackage = 'dialog' | 'message-summary';

export const eventPackages: readonly EventPackage[] = ['dialog', 'message-summary'];

/** What a user's phones are told of: calls that live, messages that wait. */
interface Told {
  readonly legs: readonly Pick<Leg, 'legId' | 'sipCallId' | 'begunBy' | 'isEarly'>[];
  readonly messages: WaitingMessages;
}

/** The body of a NOTIFY with its type; `version` counts the NOTIFYs of the subscription from 0 on. */
export function notifyBody(
  event: EventPackage,
  entity: string,
  { legs, messages }: Told,
  version: number,
): { readonly type: string; readonly text: string } {
  if (event === 'message-summary') {
    const { fresh, heard } = messages;
    // RFC 3842 §3.5; nothing here is urgent.
    const lines = [
      `Messages-Waiting: ${fresh > 0 ? 'yes' : 'no'}`,
      `Message-Account: ${entity}`,
      `Voice-Message: ${fresh}/${heard} (0/0)`,
      '',
    ];
    return { type: 'application/simple-message-summary', text: lines.join('\r\n') };
  }
  const dialogs = legs.map(
    // As the phone sees it: what we began, it received (RFC 4235 §4.1.2).
    ({ legId, sipCallId, begunBy, isEarly }) =>
      `<dialog id="${escaped(legId)}" call-id="${escaped(sipCallId)}" direction="${begunBy === 'us' ? 'recipient' : 'initiator'}">` +
      `<state>${isEarly ? 'early' : 'confirmed'}</state></dialog>`,
  );
  const head = `<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${version}" state="full" entity="${escaped(entity)}">`;
  const text = ['<?xml version="1.0" encoding="UTF-8"?>', head, ...dialogs, '</dialog-info>', ''].join('\r\n');
  return { type: 'application/dialog-info+xml', text };
}

const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
