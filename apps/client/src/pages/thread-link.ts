import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';

/** Address of the calls of a channel with one other side, all of them or those about a topic. */
export function threadLink(channelId: string, of: ThreadOf, topic: string | null): string {
  const path = `/main/channels/${encodeURIComponent(channelId)}/${placeOf(of)}`;
  // The router reads search parameters as JSON where that is possible: a topic like "2026" has to stay a text.
  return topic === null ? path : `${path}?topic=${encodeURIComponent(asWord(topic))}`;
}

function placeOf(of: ThreadOf): string {
  switch (of.kind) {
    case 'contact':
      return `contact/${encodeURIComponent(of.contactId)}`;
    case 'number':
      return `number/${encodeURIComponent(of.number)}`;
    case 'anonymous':
      return `anonymous/${encodeURIComponent(of.docId)}`;
  }
}

function asWord(text: string): string {
  try {
    JSON.parse(text);
    return JSON.stringify(text);
  } catch {
    return text;
  }
}
